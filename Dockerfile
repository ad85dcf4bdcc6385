# An image with the server and the built front end, and without build tools. All data is in /data.
#   docker build -t stowage .

# The packages that the server needs, including the pinned Node. The Node of this base image only runs npm.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --engine-strict=false --no-audit --no-fund

FROM node:26-bookworm-slim AS page
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --engine-strict=false --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node_modules/node/bin/node node_modules/vite/bin/vite.js build --logLevel warn

FROM debian:bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=page /app/dist/web dist/web
COPY package.json LICENSE ./
COPY src src
# An unprivileged user. A numeric id is the same on every host, and a new volume takes over the owner of the folder.
RUN mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
ENV PATH=/app/node_modules/.bin:$PATH \
    NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/app/server/main.ts"]
