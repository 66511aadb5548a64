/** The process that `web` is where there are several: wires the primary, its signals and its word that it is ready. */
import type { Settings } from "@/lib/config/env";
import type { Logger } from "@/lib/config/log";
import { onStop } from "@/lib/config/process";
import { listenOrExit, reportListening } from "./listening";
import { startWebProcesses } from "./web-processes";

export async function runPrimary(settings: Settings, log: Logger): Promise<void> {
  const processes = startWebProcesses(settings.webProcesses, log);
  onStop(async (why) => {
    log.info({ why, processes: settings.webProcesses }, "Web is stopping");
    await processes.stop();
  });
  const port = await listenOrExit(() => processes.listen(settings.port, settings.host), settings, log);
  reportListening(settings, port, log);
}
