/** How web says that it listens, or why it cannot: alike for one process and for the primary of several. */
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { reportReady } from "@/lib/config/process";

export function reportListening({ port: asked, publicUrl }: Settings, port: number, log: Logger): void {
  log.info({ port }, "Web is listening");
  reportReady({ url: asked === 0 ? `http://127.0.0.1:${port}` : publicUrl });
}

/** Ends the process where the port cannot be had. */
export async function listenOrExit(bind: () => Promise<number>, { port }: Settings, log: Logger): Promise<number> {
  try {
    return await bind();
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    log.error({ err: error }, taken ? `Port ${port} is taken by another program.` : "Cannot listen");
    return process.exit(taken ? 98 : 1);
  }
}
