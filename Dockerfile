# docker build --build-arg COMMIT="$(git rev-parse HEAD)" --tag lamppost .
# docker run --read-only --tmpfs /tmp --publish 127.0.0.1:8080:8080 --volume lamppost:/data lamppost

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
# Where it comes from: .git stays outside of the build.
ARG COMMIT=unknown
ENV LP_COMMIT=$COMMIT
RUN npm run pack \
  && npm install --global --prefix /opt/lamppost --omit=dev --no-audit --no-fund ./dist/lamppost-*.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  LP_HOST=0.0.0.0 \
  LP_PORT=8080 \
  LP_DATA_DIR=/data
COPY --from=build /opt/lamppost /opt/lamppost
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
# By number, so that what runs containers can see that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.LP_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/lamppost/bin/lamppost"]
CMD ["serve"]
