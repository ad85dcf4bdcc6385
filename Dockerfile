# An image with the server and the built front end, and without build tools. All data is in /data.
#   docker build -t stowage .

# The folder that `npm run release` packs: the server, the built front end, the runtime, and no file that it never loads.
# The tag is the version in package.json.
FROM node:26.10.0-bookworm-slim AS release
WORKDIR /source
COPY . .
# The runtime of this official image takes the place of the one from the packages.
RUN npm run release -- --folder /app && cp "$(command -v node)" "$(readlink -f /app/node_modules/.bin/node)"

FROM debian:bookworm-slim
# The runtime needs this library.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=release /app ./
# An unprivileged user. A numeric id is the same on every host, and a new volume takes over the owner of the folder.
RUN mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
# glibc gives freed memory back from 128 KiB on (docs/decisions/memory.md#freed-memory).
ENV PATH=/app/node_modules/.bin:$PATH \
    NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/compiled \
    MALLOC_TRIM_THRESHOLD_=131072 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# In bash, because a Node every ten seconds would take more processor time than an idle server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r answer <&3 && [[ $answer == *' 200 '* ]]"]
# The space for new objects stays small, because V8 does not shrink it in an idle server.
CMD ["node", "--max-semi-space-size=8", "src/app/server/main.ts"]
