# The wheel is built where a build tool is installed, and runs where none is.
FROM python:3.11-slim AS base
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PYTHONDONTWRITEBYTECODE=1

FROM base AS build
WORKDIR /src
RUN python -m venv /opt/purrbiter
COPY requirements/runtime.txt requirements/
RUN /opt/purrbiter/bin/pip install --require-hashes -r requirements/runtime.txt
COPY requirements/build.txt requirements/
RUN pip install --require-hashes -r requirements/build.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY app app
COPY migrations migrations
COPY seeds seeds
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /opt/purrbiter/bin/pip install --no-deps --no-index /wheels/*.whl

FROM base AS run
RUN useradd --system --create-home --home-dir /home/purrbiter --uid 10001 purrbiter
COPY --from=build /opt/purrbiter /opt/purrbiter
ENV PATH="/opt/purrbiter/bin:$PATH" PURRBITER_LOG_FORMAT=json
USER purrbiter
WORKDIR /home/purrbiter
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('PURRBITER_PORT', '8000') + '/health/ready', timeout=2)"]
ENTRYPOINT ["purrbiter"]
CMD ["serve", "--host", "0.0.0.0"]
