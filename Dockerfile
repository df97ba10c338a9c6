# The service with its embedded PostgreSQL. Data and keys are in the volume /data.
FROM node:22-bookworm-slim AS build
WORKDIR /florin
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json openapi.json ./
COPY migrations migrations
COPY tools tools
COPY docs/guides docs/guides
COPY src src
RUN npm run prepare && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
WORKDIR /florin
COPY --from=build /florin/package.json /florin/openapi.json ./
COPY --from=build /florin/node_modules node_modules
COPY --from=build /florin/migrations migrations
COPY --from=build /florin/docs/guides docs/guides
COPY --from=build /florin/dist dist
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=12111 FLORIN_DATA=/data
VOLUME /data
EXPOSE 12111
HEALTHCHECK --interval=2s --timeout=2s --start-period=30s --retries=15 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/service/commands/florin.js", "start"]
