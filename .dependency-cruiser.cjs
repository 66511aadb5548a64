// The import rules of the house (ARCHITECTURE.md): who may know whom.
const only = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const TEST = "\\.test\\.tsx?$|/testing/|^tests/|^e2e/";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only(
      "no-circles",
      "A circle means that two files are one.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    only(
      "domain-is-pure",
      "The domain imports nothing of ours and does no I/O.",
      { path: "^lib/domain/", pathNot: TEST },
      {
        path: "^(lib/(?!domain/)|api/|app/|server/|workers/|features/|components/|prisma/|scripts/|demo/)",
      },
    ),
    only(
      "domain-does-no-io",
      "No files, sockets, processes or clocks in the domain.",
      { path: "^lib/domain/", pathNot: TEST },
      {
        path: "^(node:)?(fs|net|http|https|child_process|timers|os|worker_threads|dns)(/|$)",
      },
    ),
    only(
      "wire-is-for-browsers",
      "The browser imports lib/wire: nothing but zod and itself.",
      { path: "^lib/wire/", pathNot: TEST },
      {
        pathNot: "^(lib/wire/|node_modules/zod/)",
      },
    ),
    only(
      "browser-reaches-the-server-through-wire",
      "Features and components speak HTTP; their tests may hold them against what the server does.",
      { path: "^(features|components)/", pathNot: TEST },
      {
        path: "^(lib/(?!wire/)|api/|server/|workers/|prisma/|scripts/|demo/)",
      },
    ),
    only(
      "pages-only-compose",
      "Pages know features and components; only the API mount knows the server.",
      { path: "^app/(?!api/)" },
      {
        path: "^(lib/(?!wire/)|api/|server/|workers/|prisma/|scripts/|demo/)",
      },
    ),
    only(
      "components-know-nothing-of-intents",
      "The design system is stateless and general.",
      { path: "^components/" },
      {
        path: "^(features|lib|app)/",
        // What any API says when it refuses is general; what an intent is, is not.
        pathNot: "^lib/wire/(problem|fetch-json)",
      },
    ),
    only(
      "features-never-import-each-other",
      "What two features share is a component or belongs to the wire.",
      { path: "^features/([^/]+)/" },
      {
        path: "^features/",
        pathNot: "^features/$1/",
      },
    ),
    only(
      "prisma-stays-in-the-store",
      "Prisma types never leave lib/store.",
      { pathNot: "^(lib/store/|prisma\\.config\\.ts)" },
      {
        path: "^(lib/store/generated/|node_modules/(@prisma|prisma)/)",
      },
    ),
    only(
      "bullmq-stays-in-the-queue",
      "Only lib/queue knows BullMQ; the benchmark's baseline is BullMQ itself.",
      { pathNot: "^lib/queue/|^bench/raw-queue" },
      { path: "^node_modules/bullmq/" },
    ),
    only(
      "redis-stays-in-the-queue",
      "Only lib/queue knows that Redis exists.",
      { pathNot: `^lib/queue/|${TEST}` },
      { path: "^node_modules/ioredis/" },
    ),
    only(
      "metrics-are-a-leaf",
      "Metrics are told what happened; they know nothing of ours.",
      { path: "^lib/metrics/", pathNot: TEST },
      { path: "^(lib/(?!metrics/)|api/|app/|server/|workers/|features/|components/|prisma/|scripts/|demo/)" },
    ),
    only(
      "prom-client-stays-in-metrics",
      "Only lib/metrics knows whose registry it is.",
      { pathNot: "^lib/metrics/" },
      { path: "^node_modules/prom-client/" },
    ),
    only(
      "application-enqueues-nothing-itself",
      "A verb is told how to wake; it never queues what it has not committed.",
      { path: "^lib/application/", pathNot: TEST },
      {
        path: "^(lib/queue/|api/|server/|workers/|app/)",
      },
    ),
    only(
      "store-is-the-bottom",
      "The store knows the domain and nothing above.",
      { path: "^lib/store/", pathNot: TEST },
      {
        path: "^(lib/(application|queue|connectors|config|metrics|wire)/|api/|server/|workers/|app/)",
      },
    ),
    only(
      "api-knows-no-queue",
      "The API answers; it neither queues nor performs.",
      { path: "^api/", pathNot: TEST },
      {
        path: "^(lib/(queue|connectors)/|server/|workers/|app/)",
      },
    ),
    only(
      "commands-are-clients",
      "The command line checks evidence offline and speaks HTTP; it is not a part of the server.",
      { path: "^cli/", pathNot: TEST },
      { path: "^(lib/(?!domain/|wire/)|api/|server/|workers/|app/|features/|components/|prisma/|scripts/|demo/)" },
    ),
    only(
      "web-starts-no-worker",
      "Only workers/main.ts starts workers.",
      { path: "^(server|app|api)/" },
      { path: "^workers/" },
    ),
    only(
      "secrets-stay-in-the-worker",
      "Only the worker reads secrets.",
      { path: "^(server|app|api|lib/(application|store|queue|wire|domain))/", pathNot: TEST },
      {
        path: "^lib/config/secrets",
        dependencyTypesNot: ["type-only"],
      },
    ),
    only(
      "product-knows-no-demo",
      "The demo is the outside world.",
      { path: "^(lib|api|app|server|workers|features|components)/", pathNot: TEST },
      { path: "^demo/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.interlock|lib/store/generated/internal)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
