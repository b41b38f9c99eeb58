# Builds the page and installs the packages. Debian's Node only runs npm: Node 26 is one of the packages.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm ca-certificates libatomic1
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Without what an old npm installs for other systems, and what only compilers and debuggers read.
RUN rm -rf node_modules && npm ci --omit=dev && \
  cd node_modules && rm -rf @img/*musl* @img/*wasm* bintrees/test && \
  find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM debian:trixie-slim
# Node 26 and sharp link to these.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data headbadge && install --directory --owner headbadge --mode 700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/api api
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
USER 10001
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "api/cli/serve.ts"]
