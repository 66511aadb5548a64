/** Imported ahead of a process's own entry: the product's processes need not know that they may be profiled. */
import { listenForProfiling } from "./profiler";

listenForProfiling();
