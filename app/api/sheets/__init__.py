"""What a chat is told: reports that are rendered as Discord embeds and as plain text."""
