// A client of Purrbiter for browsers: an ES module on fetch, without any library.
//
//   import { Purrbiter } from "./purrbiter.mjs";
//   const server = new Purrbiter("http://127.0.0.1:8000");
//   console.log((await server.card("twinlight")).name);
//
// CORS is open on all of /v1, so that a page from anywhere may do this.

/** What the server answers instead of a success; `problem` is its document (RFC 9457). */
export class Refused extends Error {
  constructor(problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** A server, as one player sees it; without a token, as everyone does. */
export class Purrbiter {
  constructor(url, token = null) {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  /** Resolves to the answer; rejects with `Refused`. */
  async ask(method, path, { body, query = {}, signal } = {}) {
    const headers = { Accept: "application/json" };
    if (this.token !== null) headers.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const given = Object.entries(query).filter(([, value]) => value !== null);
    const search = given.length ? `?${new URLSearchParams(given)}` : "";
    const answer = await fetch(`${this.url}/v1${path}${search}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    if (!answer.ok) throw new Refused(await answer.json());
    return answer.json();
  }

  /** Yields everything in a list, page by page. */
  async *all(path, query = {}) {
    let cursor = null;
    do {
      const page = await this.ask("GET", path, { query: { ...query, cursor } });
      yield* page.data;
      cursor = page.next;
    } while (cursor !== null);
  }

  /** The card that was meant; rejects, with candidates, where none is sure. */
  card(name) {
    return this.ask("GET", "/cards/named", { query: { fuzzy: name } });
  }

  /** Names to offer while somebody types. */
  async suggestions(typed) {
    return (await this.ask("GET", "/cards/autocomplete", { query: { q: typed } })).data;
  }

  /** The verdict on a pasted list. */
  check(text) {
    return this.ask("POST", "/decks/validate", { body: { text } });
  }

  /** The share code of a pasted list, and the address of the deck behind it. */
  share(text) {
    return this.ask("POST", "/decks/share", { body: { text } });
  }

  /** The same server as a new player sees it. Keep the token: it is shown once. */
  async signUp(name = null) {
    const made = await this.ask("POST", "/players", { body: { name } });
    return new Purrbiter(this.url, made.token);
  }

  /**
   * Yields what happens in a match, as this player may know it, until the match is over. Each
   * request waits at the server until there is something; `signal` ends it all.
   */
  async *events(match, { after = 0, signal } = {}) {
    for (;;) {
      const query = { after, wait: 25 };
      const page = await this.ask("GET", `/matches/${match}/events`, { query, signal });
      for (const event of page.data) {
        yield event;
        after = event.seq;
        if (event.type === "match_over") return;
      }
    }
  }
}
