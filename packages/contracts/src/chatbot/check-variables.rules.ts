/** Finds values that are read where they may not be set, and what is on file said to visitors who are not verified. */
import { isFact } from './facts.rules.ts'
import type { Checked, Finding, Stage } from './findings.rules.ts'
import { channelsOf, fieldsOf, optionsOf, startsOf } from './flow.rules.ts'
import type { FlowNode, FlowRule } from './flow.ts'
import { isChoices, portsOf } from './ports.rules.ts'
import { saidTexts } from './said.rules.ts'
import { fixedPlaceholders, gapsIn, isFixed, isOnFile } from './words.rules.ts'

/**
 * Finds the names that are sure at each block that can be reached, whichever way led there. A block's set only shrinks, so the
 * walk ends after as many changes as there are names and blocks.
 */
function sureAt(
  { nodes, ways }: Checked,
  starts: readonly FlowNode[],
  gains: (node: FlowNode, port: string) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const sure = new Map<string, ReadonlySet<string>>(starts.map(({ id }) => [id, new Set<string>()]))
  const open = new Set(sure.keys())
  // A set is walked on while it grows; a block that changes again is added at its end.
  for (const id of open) {
    open.delete(id)
    const node = nodes.get(id)
    const here = sure.get(id)
    if (node === undefined || here === undefined) continue
    for (const [port, target] of ways.get(id) ?? []) {
      const after = here.union(new Set(gains(node, port)))
      const before = sure.get(target)
      const both = before === undefined ? after : before.intersection(after)
      if (before !== undefined && both.size === before.size) continue
      sure.set(target, both)
      open.add(target)
    }
  }
  return sure
}

function setBy(node: FlowNode, port: string): readonly string[] {
  switch (node.kind) {
    case 'question': {
      if (isChoices(node) ? !node.options.some(({ id }) => id === port) : port !== 'next') return []
      const { saveAs } = node.settings ?? {}
      return [...fieldsOf(node).map(({ key }) => key), ...(saveAs === undefined ? [] : [saveAs])]
    }
    case 'action':
      if (port !== 'next') return []
      // The time that was booked is kept under the id of its block.
      if (node.settings?.do === 'offerTimes') return [node.id]
      return node.settings?.do === 'webhook' ? Object.keys(node.settings.saveAs) : []
    case 'condition':
      return knownBy(node, port)
    default:
      return []
  }
}

/** "Known" on its own port, and "unknown" on the ports behind it, say that a value is set. */
function knownBy(node: FlowNode, port: string): string[] {
  const known: string[] = []
  for (const { id, rule } of optionsOf(node)) {
    if (id === port) return rule?.op === 'known' ? [...known, rule.field] : known
    if (rule?.op === 'unknown') known.push(rule.field)
  }
  return known
}

const OF_PATIENT: readonly string[] = fixedPlaceholders.filter((name) => name.startsWith('patient.'))
const OF_VISIT: readonly string[] = fixedPlaceholders.filter((name) => name.startsWith('visit.'))
const ON_FILE = [...OF_PATIENT, ...OF_VISIT]

/** A text may come from a number that several patients have, or none: what is on file is then not said. */
function onFileBy(node: FlowNode, port: string): readonly string[] {
  if (node.kind === 'condition') return optionsOf(node).flatMap((option) => toldBy(option, port))
  if (node.kind !== 'action' || port !== 'next') return []
  switch (node.settings?.do) {
    case 'verify':
      return OF_PATIENT
    case 'confirmVisit':
      return ON_FILE
    case 'offerTimes':
      return ['visit.date', 'visit.time']
    default:
      return []
  }
}

function toldBy({ id, rule }: { readonly id: string; readonly rule?: FlowRule | undefined }, port: string) {
  if (id !== port || rule?.op !== 'is' || rule.value !== true) return []
  if (rule.field === 'verified') return OF_PATIENT
  return rule.field === 'hasVisit' ? ON_FILE : []
}

/** In a published version a value on file counts as known; whether it is said to strangers is found by `leaks`. */
export function unsetVariables(checked: Checked, stage: Stage): Finding[] {
  const { flow } = checked
  const isKnown = stage === 'draft' ? isAlwaysKnown : isFixed
  const sure = sureAt(checked, startsOf(flow), (node, port) => [...setBy(node, port), ...onFileBy(node, port)])
  return flow.nodes.flatMap((node) => {
    const here = sure.get(node.id)
    return here === undefined ? [] : unsetIn(checked, node, { sure: here, isKnown })
  })
}

interface Known {
  /** The names that are set whichever way led here. */
  readonly sure: ReadonlySet<string>
  /** Whether a name is known anywhere. */
  readonly isKnown: (name: string) => boolean
}

function unsetIn({ flow }: Checked, node: FlowNode, { sure, isKnown }: Known): Finding[] {
  const finding = (message: string, port?: string): Finding => ({
    ...{ code: 'unset_variable', severity: 'error', nodeId: node.id, message },
    ...(port !== undefined && { port }),
  })
  const fields = node.kind === 'question' ? fieldsOf(node).map(({ key }) => key) : []
  const inTexts = saidTexts(flow, node).flatMap(({ text, field }) => {
    const before = field === null ? [] : fields.slice(0, fields.indexOf(field))
    return gapsIn(text).flatMap(({ name, fallback }) =>
      fallback !== null || isKnown(name) || sure.has(name) || before.includes(name) ? [] : [name],
    )
  })
  const read = [...new Set([...inTexts, ...readBy(node).filter((key) => !sure.has(key))])]
  return [
    ...read.map((name) =>
      finding(`{{${name}}} may not be known here. ${howToKnow(name)}, or write {{${name}|other words}}.`),
    ),
    ...(node.kind === 'condition' ? optionsOf(node) : []).flatMap(({ id, label, rule }) => {
      if (rule === undefined) return [finding(`"${label}" has no rule.`, id)]
      const isAsked = rule.op === 'known' || rule.op === 'unknown' || isFact(rule.field) || sure.has(rule.field)
      const isSet = isAsked || knownBy(node, id).includes(rule.field)
      return isSet ? [] : [finding(`"${label}" asks for ${rule.field}, which may not be known here.`, id)]
    }),
  ]
}

function isAlwaysKnown(name: string): boolean {
  return isFixed(name) && !isOnFile(name)
}

function howToKnow(name: string): string {
  if (OF_PATIENT.includes(name)) return 'Verify the patient before'
  return OF_VISIT.includes(name) ? 'Ask by If / else whether the patient has a visit' : 'Ask for it before'
}

/** The keys that an action takes. */
function readBy(node: FlowNode): readonly string[] {
  if (node.kind !== 'action' || node.settings === undefined) return []
  const { settings } = node
  switch (settings.do) {
    case 'webhook':
      return settings.send
    case 'submitIntake':
      return settings.keys
    case 'saveField':
      return [settings.key]
    case 'identify':
      return [settings.name, settings.birthdate, settings.phone]
    default:
      return []
  }
}

const VERIFIED = 'verified'
/** A visit is confirmed for a verified patient alone. */
const VERIFYING: ReadonlySet<string> = new Set(['verify', 'confirmVisit'])

function verifiedBy(node: FlowNode, port: string): readonly string[] {
  if (node.kind === 'action') return VERIFYING.has(node.settings?.do ?? '') && port === 'next' ? [VERIFIED] : []
  const rule = node.kind === 'condition' ? node.options.find(({ id }) => id === port)?.rule : undefined
  return rule?.field === 'verified' && rule.op === 'is' && rule.value === true ? [VERIFIED] : []
}

export function leaks(checked: Checked): Finding[] {
  const { flow } = checked
  const starts = startsOf(flow).filter((start) => channelsOf(start).includes('chat'))
  const sure = sureAt(checked, starts, verifiedBy)
  return flow.nodes.flatMap((node) => {
    const here = sure.get(node.id)
    if (here === undefined || here.has(VERIFIED)) return []
    const name = saidTexts(flow, node)
      .flatMap(({ text }) => gapsIn(text))
      .find((gap) => isOnFile(gap.name))?.name
    const branch = node.kind === 'condition' ? node.options.find(({ rule }) => rule?.field === 'hasVisit') : undefined
    if (name === undefined && branch === undefined) return []
    const what = name === undefined ? 'Whether there is a visit' : `{{${name}}}`
    const message = `${what} is on file. On the website anyone could read it: verify the patient before.`
    const port = branch !== undefined && portsOf(node).includes(branch.id) ? { port: branch.id } : {}
    return [{ code: 'leaks_record', severity: 'error', nodeId: node.id, ...port, message }]
  })
}
