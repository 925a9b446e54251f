# The first stage builds the web app and the office app. The second runs the server.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /marquee
COPY package.json package-lock.json .npmrc ./
COPY bin bin
COPY contract/package.json contract/
COPY server/package.json server/
COPY ui-kit/package.json ui-kit/
COPY web/package.json web/
COPY office/package.json office/
COPY e2e/package.json e2e/
RUN npm ci
COPY . .
RUN node node_modules/vite/bin/vite.js build web && node node_modules/vite/bin/vite.js build office && npm prune --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /marquee
COPY --from=build /marquee/package.json ./
COPY --from=build /marquee/node_modules node_modules
COPY --from=build /marquee/bin bin
COPY --from=build /marquee/tools/boot tools/boot
COPY --from=build /marquee/contract contract
COPY --from=build /marquee/server server
COPY --from=build /marquee/web/dist web/dist
COPY --from=build /marquee/web/ssr/dist web/ssr/dist
COPY --from=build /marquee/office/dist office/dist
RUN install --directory --owner=node --group=node --mode=700 /data /backups && mkdir web/dist/posters/cinema && ln -s /marquee/bin/marquee /usr/local/bin/marquee
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Backups: marquee backup FILE
# The command runs the server in its own process, so that it receives SIGTERM and shuts down gracefully.
CMD ["marquee", "start"]
