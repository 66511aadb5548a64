// What a command does with its arguments before it does anything else: `--help` is answered, and what it does not know is
// refused in a sentence. Plain Node: `npm start` reads them before anything is installed.
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const EXIT_USAGE = 64; // EX_USAGE of sysexits.h
const HELP = /** @type {const} */ ({ help: { type: "boolean", short: "h", default: false } });

/**
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} T
 * @param {string} command as it is typed
 * @param {string} help
 * @param {T} options
 */
export function readArguments(command, help, options) {
  const values = parse(command, { ...options, ...HELP });
  if (!values.help) return values;
  console.log(help);
  process.exit(0);
}

/** The words before the first option: taken off the command line, so that only options are left to read. */
export function takeLeadingWords() {
  const words = process.argv.slice(2);
  const first = words.findIndex((word) => word.startsWith("-"));
  return process.argv.splice(2, first === -1 ? words.length : first);
}

/**
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} T
 * @param {string} command
 * @param {T} options
 */
function parse(command, options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    // Node adds advice of its own, about arguments that there are none of here.
    return refuseArguments(command, error.message.split(/\. |\n/, 1)[0]);
  }
}

/** @param {string} command @param {string} why @returns {never} */
export function refuseArguments(command, why) {
  console.error(`${why.replace(/\.$/, "")}: \`${command} -- --help\` tells what there is.`);
  process.exit(EXIT_USAGE);
}

/** @param {string} command @param {string} name @param {string} text */
export function wholeNumber(command, name, text) {
  const number = Number(text);
  if (text.trim() !== "" && Number.isSafeInteger(number) && number >= 0) return number;
  return refuseArguments(command, `--${name} takes a whole number, not ${text}.`);
}

/** Where one Interlock keeps everything. */
export function homeDir() {
  return resolve(process.env.INTERLOCK_HOME || ".interlock");
}
