/** Describes a row of the audit in words for people who do not know the API's calls. */
import { calls } from '@foyer/contracts/calls.ts'
import type { ChatbotDeed } from '../../http/audit.ts'

/** Descriptions of operators' commands, keyed by the `call` that `saveCommand` writes. */
const COMMANDS: Readonly<Record<string, string>> = {
  'command add-organization': 'Added the organization and invited its first admin',
  'command add-organization --again': 'Invited the first admin again',
}

/** Descriptions of what chatbots do, keyed by the `call` that `sendBotAudit` writes. */
const BOT_DEEDS: Readonly<Record<ChatbotDeed, string>> = {
  'chatbot save-field': "Wrote a field of a patient's record",
  'chatbot book-visit': 'Booked a visit',
  'chatbot confirm-visit': 'Confirmed a visit',
}

const WORDS = new Map([
  ...Object.values(calls).map(({ method, path, says }) => [`${method} ${path}`, says] as const),
  ...Object.entries(COMMANDS),
  ...Object.entries(BOT_DEEDS),
])

export const COMMAND_CALLS = Object.keys(COMMANDS)
export const BOT_CALLS = Object.keys(BOT_DEEDS)

/** Null for a call that the API no longer has. Rows are kept for years. */
export function auditWords(call: string): string | null {
  return WORDS.get(call) ?? null
}
