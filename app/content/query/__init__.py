"""The query language of cards: read, said in plain words, and answered from an index.

`parse` reads a query into a tree, `search` answers it, `explain` tells how it was read. What
fields there are stands in one table, `app.content.query.fields`.
"""
