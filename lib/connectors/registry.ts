/** Every connector by the name that contracts call it: adding one is one file, one line here, and its shape in the domain. */
import type { Execute } from "@/lib/domain/contract/execute";
import type { Connector, ConnectorSettings } from "./connector";
import { makeHttpConnector } from "./http";
import { makeMcpConnector } from "./mcp";
import { makeModuleConnector } from "./module";

const MAKERS = {
  http: makeHttpConnector,
  mcp: makeMcpConnector,
  module: makeModuleConnector,
} satisfies Record<Execute["connector"], (settings: ConnectorSettings) => Connector>;

export type Connectors = Record<Execute["connector"], Connector>;

export function makeConnectors(settings: ConnectorSettings): Connectors & { close(): Promise<void> } {
  const connectors = Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, make(settings)]));
  const close = async () => {
    await Promise.allSettled(Object.values(connectors).map((connector) => connector.close()));
  };
  return { ...(connectors as Connectors), close };
}
