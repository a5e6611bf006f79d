/** The flow around a block, as its settings need it. */
import { edgeFrom, type NodeEdit } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { Finding, FindingCode } from '@foyer/contracts/chatbot/findings.rules.ts'
import { fieldsOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { ActionSettings, Flow, FlowNode, FlowOption, FlowRule } from '@foyer/contracts/chatbot/flow.ts'
import { factFields, NO_FILE } from '@foyer/contracts/chatbot/limits.rules.ts'
import { GOES_NOWHERE, keyWords } from '../block-words.rules.ts'
import type { BuilderEvent } from '../chatbot-builder.machine.ts'

/** The people and things of the clinic that blocks name. */
export interface Named {
  readonly _id: string
  readonly name: string
}
export interface Offered {
  readonly staff: readonly Named[]
  readonly doctors: readonly Named[]
  readonly requestTypes: readonly Named[]
  readonly files: OfferedFiles
}

/** The files that chatbots may send. */
export interface OfferedFiles {
  /** Undefined until they are read; then the server alone knows them. */
  readonly all: readonly Named[] | undefined
  /** Why they were not read. */
  readonly failure: string | null
  readonly offline: boolean
  readAgain(): void
  /** Resolves with the new file's id, or with null after it told what went wrong. */
  upload(file: File): Promise<string | null>
  /** Takes a file away for good; tells what went wrong. */
  remove(file: Named): Promise<void>
}

export interface BlockProps<N extends FlowNode = FlowNode> {
  readonly flow: Flow
  readonly node: N
  readonly findings: readonly Finding[]
  readonly offered: Offered
  readonly send: (event: BuilderEvent) => void
  readonly onEdit: (edit: NodeEdit) => void
}

/** The value of a choice that means none. */
export const NONE = ''

export function targetChoices({ nodes }: Flow, self: string, none: string) {
  const others = nodes.filter(({ id, kind }) => id !== self && kind !== 'start')
  return [{ value: NONE, label: none }, ...others.map((node) => ({ value: node.id, label: titleOf(node) }))]
}

export function targetOf(flow: Flow, node: FlowNode, port: string): string {
  return edgeFrom(flow, node.id, port)?.target ?? NONE
}

/** Connects the port, or takes its edge away. */
export function leadEvent(flow: Flow, node: FlowNode, port: string, target: string): BuilderEvent {
  if (target !== NONE) return { type: 'CONNECT', source: node.id, port, target }
  return { type: 'DISCONNECT', ids: [edgeFrom(flow, node.id, port)?.id ?? ''] }
}

/** The way of a port that has no edge. */
export const OPEN_LABELS: Readonly<Record<string, string>> = {
  otherwise: 'A person',
  failed: 'A person',
  silence: 'The talk ends',
}

const IN_TEXT: ReadonlySet<FindingCode> = new Set([
  'unset_variable',
  'opt_out_collision',
  'too_long',
  'leaks_record',
  'asks_secret',
  'untranslated',
])

/** The problem of a block's words. */
export function textProblem(findings: readonly Finding[]): string | undefined {
  return findings.find(({ code, port }) => port === undefined && IN_TEXT.has(code))?.message
}

/** The problem of a port, by the words of its field. */
export function portProblem(findings: readonly Finding[], port: string): string | undefined {
  const found = findings.find((finding) => finding.port === port)
  return found?.code === 'dead_end' ? GOES_NOWHERE : found?.message
}

/** Problems that no field shows. */
export function otherProblems(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ code, port }) => port === undefined && !IN_TEXT.has(code))
}

/** Every key that a block of the flow sets. */
export function keysOf({ nodes }: Flow): string[] {
  const keys = nodes.flatMap((node) => {
    if (node.kind === 'action') return node.settings?.do === 'webhook' ? Object.keys(node.settings.saveAs) : []
    if (node.kind !== 'question') return []
    const fields = fieldsOf(node).map(({ key }) => key)
    return [...fields, ...(node.settings?.saveAs ? [node.settings.saveAs] : [])]
  })
  return [...new Set(keys)]
}

const FACT_LABELS: Readonly<Record<(typeof factFields)[number], string>> = {
  ...{ open: 'Clinic is open', onFile: 'Patient is on file', verified: 'Patient is verified' },
  ...{ language: 'Language', channel: 'Channel', hasVisit: 'Patient has a visit' },
}

export function ruleFields(flow: Flow) {
  const facts = factFields.map((field) => ({ value: field as string, label: FACT_LABELS[field] }))
  return [...facts, ...keysOf(flow).map((key) => ({ value: key, label: keyWords(key) }))]
}

const YES_NO: ReadonlySet<string> = new Set(['open', 'onFile', 'verified', 'hasVisit'])

export function isYesNo(field: string): boolean {
  return YES_NO.has(field)
}

export function freshRule(field: string): FlowRule {
  if (isYesNo(field)) return { field, op: 'is', value: true }
  if (field === 'language') return { field, op: 'is', value: 'es' }
  return field === 'channel' ? { field, op: 'is', value: 'sms' } : { field, op: 'known' }
}

export function withOption(options: readonly FlowOption[], id: string, change: Partial<FlowOption>): FlowOption[] {
  return options.map((option) => (option.id === id ? { ...option, ...change } : option))
}

type Numbered = { readonly sequence?: number | undefined }

/** Numbers follow the places, so that one that is added or taken away leaves no gap. */
export function unnumbered<T extends Numbered>(all: readonly T[]): T[] {
  return all.map(({ sequence: _, ...rest }) => rest as T)
}

export function moved<T extends Numbered>(all: readonly T[], at: number, by: number): T[] {
  const next = unnumbered(all)
  const [one] = next.splice(at, 1)
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

/** "refill, renew" is two words. */
export function wordsIn(typed: string): string[] {
  const words = typed.split(',').map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))].slice(0, 20)
}

/** "Full name" is the key "fullName". */
export function keyOf(typed: string): string {
  const [first = '', ...rest] = typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const head = first.charAt(0).toLowerCase() + first.slice(1)
  return (head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')).slice(0, 40)
}

type FreshOffered = Pick<Offered, 'staff' | 'requestTypes'> & { readonly files: Pick<OfferedFiles, 'all'> }

/** The settings with which an action begins; null where it needs something that the clinic does not have. */
export function freshAction(
  kind: ActionSettings['do'],
  { staff, requestTypes, files }: FreshOffered,
): ActionSettings | null {
  const [first] = requestTypes
  switch (kind) {
    case 'setRequestType':
      return first ? { do: kind, requestType: first._id } : null
    case 'assign':
      return staff[0] ? { do: kind, user: staff[0]._id } : null
    case 'sendFile':
      return { do: kind, fileId: files.all?.[0]?._id ?? NO_FILE }
    case 'close':
      return { do: kind, status: 'resolved' }
    case 'saveField':
      return { do: kind, field: 'email', key: 'email' }
    case 'identify':
      return { do: kind, name: 'fullName', birthdate: 'birthdate', phone: 'mobile' }
    case 'offerTimes':
      return { do: kind, visitType: 'visit', days: 14, count: 5 }
    case 'addNote':
    case 'verify':
    case 'confirmVisit':
      return { do: kind }
    default:
      return null
  }
}
