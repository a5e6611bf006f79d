# The one address: static files of the web app, and the way to API and relays.
FROM node:26-bookworm-slim AS build
WORKDIR /foyer
COPY package.json package-lock.json ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/flow/package.json packages/flow/
COPY apps/api/package.json apps/api/
COPY apps/relay/package.json apps/relay/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY packages/contracts packages/contracts
COPY packages/flow packages/flow
COPY apps/web apps/web
# Reports of errors; they take the way through the API, because the policy below allows pages no other address.
ARG VITE_ERROR_REPORTING_DSN=
ARG VITE_ERROR_REPORTING_ENVIRONMENT=
ARG VITE_ERROR_REPORTING_TRACES=
ENV VITE_ERROR_REPORTING_TUNNEL=/monitoring
RUN node node_modules/vite/bin/vite.js build apps/web

# The BI service's origin, whose dashboards our pages frame; its address again is LOOKER_BASE_URL.
ARG BI_ORIGIN=
COPY docker/nginx.conf docker/nginx.conf
RUN if [ -n "$BI_ORIGIN" ]; then sed -i "s#frame-src 'none'#frame-src $BI_ORIGIN#g" docker/nginx.conf; fi

FROM nginxinc/nginx-unprivileged:1.29-alpine
COPY --from=build /foyer/docker/nginx.conf /etc/nginx/nginx.conf
COPY --from=build /foyer/apps/web/dist /usr/share/foyer
