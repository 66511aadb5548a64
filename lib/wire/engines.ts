import * as z from "zod";

/** By normaliser, the editions above the first that make keys and fingerprints; none: all are the first. */
export const Engines = z
  .record(z.string(), z.int())
  .meta({ id: "Engines", description: "By normaliser: which edition of its tables and code makes keys. Absent: 1." });
export type Engines = z.infer<typeof Engines>;
