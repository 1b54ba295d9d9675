"""`GET /problems/…`: what each problem's `type` leads to, for programs and for people."""

from html import escape

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.negotiation import HTML, JSON, preferred
from app.problems.catalogue import ILLEGAL_ACTION, KINDS, REFUSAL_CODES, Kind
from app.problems.document import Problem
from app.problems.openapi import Responses, responses

router = APIRouter(prefix="/problems", tags=["problems"])

_PAGES = {kind.slug: kind for kind in KINDS.values() if kind.family is None}


class ProblemPage(BaseModel):
    """What a kind of problem means."""

    type: str = Field(examples=["/problems/illegal-action"])
    status: int
    title: str
    explanation: str
    codes: dict[str, str] = Field(description="Each `code` of this type, and what it says.")


class ProblemPages(BaseModel):
    """Every kind of problem."""

    data: list[ProblemPage]


_HTML: Responses = {200: {"content": {"text/html": {"schema": {"type": "string"}}}}}


@router.get("", response_model=ProblemPages, responses=_HTML)
def list_problems(request: Request) -> Response:
    """List every kind of problem that the server answers with."""
    pages = [_page(kind) for kind in _PAGES.values()]
    if not _prefers_html(request):
        return JSONResponse(ProblemPages(data=pages).model_dump(), headers={"Vary": "Accept"})
    items = "".join(
        f'<li><a href="{page.type}">{escape(page.title)}</a> ({page.status})</li>' for page in pages
    )
    return _html("Problems", f"<ul>{items}</ul>")


@router.get("/{slug}", response_model=ProblemPage, responses=_HTML | responses("not_found"))
def get_problem(slug: str, request: Request) -> Response:
    """Explain one kind of problem: the page that a problem's `type` names."""
    kind = _PAGES.get(slug)
    if kind is None:
        raise Problem("not_found", f"There is no problem of the type /problems/{slug}.")
    page = _page(kind)
    if not _prefers_html(request):
        return JSONResponse(page.model_dump(), headers={"Vary": "Accept"})
    codes = "".join(
        f"<dt><code>{code}</code></dt><dd>{escape(text)}</dd>" for code, text in page.codes.items()
    )
    return _html(
        page.title,
        f"<p>HTTP status {page.status}.</p><p>{escape(page.explanation)}</p><dl>{codes}</dl>",
    )


def _page(kind: Kind) -> ProblemPage:
    codes = {kind.code: kind.title}
    if kind.code == ILLEGAL_ACTION:
        codes |= {code: KINDS[code].page for code in REFUSAL_CODES}
    return ProblemPage(
        type=kind.type, status=kind.status, title=kind.title, explanation=kind.page, codes=codes
    )


def _html(title: str, body: str) -> HTMLResponse:
    head = f'<meta charset="utf-8"><title>{escape(title)} · Purrbiter</title>'
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head>{head}</head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>",
        headers={"Vary": "Accept"},
    )


def _prefers_html(request: Request) -> bool:
    """Whether the client (a browser) would rather have HTML than JSON."""
    return preferred(request.headers.get("accept"), (JSON, HTML)) == HTML
