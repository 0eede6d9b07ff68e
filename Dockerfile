# The server without a window, for a home server or a rented one. docs/home-server.md says how to use it.
ARG NODE_VERSION=22.23.3

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The tunnel's program is compared with its pinned checksum, and the package with what it has to hold.
RUN node scripts/fetch-cloudflared.js && npm run package -- --server

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production \
    COMMONPLACE_DATA=/data
# cloudflared and semantic search speak TLS with the certificates of the system.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=node --group=node --mode=0700 /data \
    && ln -s /opt/commonplace/dist/commonplace.js /usr/local/bin/commonplace
COPY --from=build /source/release/server/app /opt/commonplace
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COMMONPLACE_PORT || 7420}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["commonplace"]
CMD ["serve"]
