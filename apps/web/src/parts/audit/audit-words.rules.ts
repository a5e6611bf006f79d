/** The audit's entries in sentences. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import type { AuditKind } from '@foyer/contracts/main/audit-kinds.ts'
import { isolated } from '../../lib/isolated.rules.ts'

const OUTCOMES: Readonly<Record<string, string | undefined>> = {
  ok: 'Done',
  not_allowed: 'Not allowed',
  org_mismatch: 'Not allowed',
  user_mismatch: 'Not allowed',
  foreign_origin: 'Not allowed',
  not_found: 'Not found',
  not_valid: 'Not valid',
  stale: 'Out of date',
  conflict: 'Conflict',
  rate_limited: 'Too many tries',
  failed: 'Failed',
  unavailable: 'Failed',
  upstream_failed: 'Failed',
}

export const KIND_LABELS: Readonly<Record<AuditKind, string>> = {
  read: 'Viewed',
  texts: 'Texts and notes',
  conversations: 'Conversation changes',
  patients: 'Patient changes',
  visits: 'Visit changes',
  settings: 'Settings and members',
  'sign-in': 'Sign-in and account',
}

/** "Done", or why the call was refused. */
export function outcomeWords(outcome: string): string {
  return OUTCOMES[outcome] ?? `Refused: ${outcome.replaceAll('_', ' ')}`
}

/** The person of an entry: the name of a member; for anybody else only the id is known. A chatbot acts for no person. */
export function whoWords({ user, userName, call }: Pick<AuditEntry, 'user' | 'userName' | 'call'>): string {
  if (call.startsWith('chatbot ')) return 'A chatbot'
  if (userName !== null) return isolated(userName)
  return user === null ? 'Someone who wasn’t signed in' : `A former member (${user})`
}

type Told = Pick<AuditEntry, 'user' | 'userName' | 'call' | 'says' | 'patients' | 'outcome'>

/** "Lena Kim opened Rosalind Carver’s conversation" */
export function sentenceOf(entry: Told): string {
  const action = actionOf(entry)
  return entry.outcome === 'ok' ? `${whoWords(entry)} ${action}` : `${whoWords(entry)} tried this: ${action}`
}

function actionOf({ says, patients }: Told): string {
  if (says === null) return 'used something that Foyer no longer has'
  const action = says.replace(/^./, (first) => first.toLowerCase())
  const names = patients.map(({ name }) => isolated(name))
  if (names.length === 0) return action
  const all = names.length < 3 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and others`
  if (names.length === 1 && /\ba patient\b/.test(action)) return action.replace(/\ba patient\b/, all)
  if (names.length === 1 && /\ba conversation\b/.test(action))
    return action.replace(/\ba conversation\b/, `${possessive(all)} conversation`)
  return `${action} for ${all}`
}

/** "Rosalind Carver’s", "James’" */
function possessive(name: string): string {
  return /s[\u2069]?$/i.test(name) ? `${name}’` : `${name}’s`
}

/** Entries that are shown as one line. */
export interface AuditLine {
  readonly id: string
  /** Newest first. */
  readonly entries: readonly AuditEntry[]
}

/** A screen of "Next patient" repeats it each minute. */
const STAYS = 'POST /api/inbox/holds/renew'

/**
 * Folds what one person viewed within one minute, and within an hour that they stayed with one conversation. Other entries
 * keep a line each.
 */
export function foldViews(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: { readonly id: string; readonly entries: AuditEntry[] }[] = []
  const folded = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const isView = entry.kind === 'read' && entry.outcome === 'ok'
    const [hour, minute] = [entry.at.slice(0, 13), entry.at.slice(0, 16)]
    const key = entry.call === STAYS ? `${entry.user} ${hour} ${conversationsOf(entry)}` : `${entry.user} ${minute}`
    const known = isView ? folded.get(key) : undefined
    if (known) known.push(entry)
    else {
      const line = { id: entry._id, entries: [entry] }
      lines.push(line)
      if (isView) folded.set(key, line.entries)
    }
  }
  return lines
}

/** "Lena Kim opened 12 conversations" */
export function lineWords({ entries }: AuditLine): string {
  const [first] = entries
  if (first === undefined) return ''
  if (entries.length === 1 || first.call === STAYS) return sentenceOf(first)
  const opened = new Map(entries.flatMap((entry) => conversationsOf(entry).map((id) => [id, entry] as const)))
  if (opened.size > 1) return `${whoWords(first)} opened ${opened.size} conversations`
  const [only] = opened.values()
  if (only) return sentenceOf({ ...only, says: 'Opened a conversation' })
  const isSame = entries.every(({ says }) => says === first.says)
  return isSame ? `${sentenceOf(first)}, ${entries.length} times` : `${whoWords(first)} viewed ${entries.length} things`
}

function conversationsOf({ subject: { conversationId, conversationIds = [] } }: AuditEntry): string[] {
  return [conversationId ?? [], conversationIds].flat()
}
