/**
 * Checks a flow before it speaks, by which blocks can be reached from which: never by its paths, which may be more than can be
 * counted. `same_answer` is found in packages/flow, which understands answers.
 */

import { tooLong } from './check-length.rules.ts'
import { leaks, unsetVariables } from './check-variables.rules.ts'
import {
  consentCollisions,
  photosInChat,
  secretsAsked,
  takenAnswers,
  takenKeywords,
  untranslated,
} from './check-words.rules.ts'
import { silentRings } from './compile.rules.ts'
import { type Checked, checkedFlow, type Finding, type References, type Stage } from './findings.rules.ts'
import { portLabel, titleOf } from './flow.rules.ts'
import type { ActionSettings, Flow, FlowNode } from './flow.ts'
import { groupsOf, ringsOf, targetsOf } from './graph.rules.ts'
import { NO_FILE } from './limits.rules.ts'
import { mayBeOpen, portsOf } from './ports.rules.ts'

/** Errors before warnings, each in the order of the blocks. */
export function checkFlow(flow: Flow, references: References, stage: Stage = 'draft'): Finding[] {
  const checked = checkedFlow(flow)
  return inOrder(flow, [
    ...deadEnds(checked),
    ...silentLoops(checked),
    ...endlessLoops(checked),
    ...unsetVariables(checked, stage),
    ...missingReferences(checked, references),
    ...takenKeywords(checked, references),
    ...(stage === 'draft' ? takenAnswers(checked) : []),
    ...consentCollisions(checked),
    ...tooLong(checked),
    ...leaks(checked),
    ...noHuman(checked),
    ...unreachable(checked),
    ...untranslated(checked),
    ...photosInChat(checked),
    ...secretsAsked(checked),
  ])
}

export function inOrder({ nodes }: Flow, findings: readonly Finding[]): Finding[] {
  const place = new Map(nodes.map(({ id }, at) => [id, at]))
  const rank = ({ severity, nodeId }: Finding) =>
    (severity === 'error' ? 0 : nodes.length + 1) + (nodeId === null ? 0 : (place.get(nodeId) ?? 0) + 1)
  return findings.toSorted((one, other) => rank(one) - rank(other))
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error')
}

/** The ports that lead nowhere and may not. */
function openPorts({ ways }: Checked, node: FlowNode): string[] {
  return portsOf(node).filter((port) => !mayBeOpen(port) && !ways.get(node.id)?.has(port))
}

function deadEnds(checked: Checked): Finding[] {
  const { flow } = checked
  if (flow.nodes.length === 0)
    return [{ code: 'dead_end', severity: 'error', nodeId: null, message: 'The flow has no block. Add one.' }]
  return flow.nodes.flatMap((node) =>
    openPorts(checked, node).map((port): Finding => {
      const place = port === 'next' ? titleOf(node) : portLabel(node, port)
      return {
        code: 'dead_end',
        severity: 'error',
        nodeId: node.id,
        port,
        message: `"${place}" goes nowhere. Pick a block.`,
      }
    }),
  )
}

function silentLoops({ flow, ways, nodes }: Checked): Finding[] {
  // An outside action stands still, but a patient is not asked by it.
  const moving = flow.nodes.filter((node) => node.kind !== 'question' && !alwaysWaits(node)).map(({ id }) => id)
  const known = new Set(moving)
  const rings = ringsOf(moving, (id) => unansweredWays(nodes.get(id), ways).filter((target) => known.has(target)))
  const found = rings.length > 0 ? rings : silentRings(flow, ways)
  return found.map((ring) => {
    const [nodeId = ''] = ring
    const message = ring.some((id) => nodes.get(id)?.kind === 'wait')
      ? `${quoted(nodes, nodeId)} comes back to itself without a question, and its wait may take no time.`
      : `${quoted(nodes, nodeId)} comes back to itself without a question or a wait.`
    return { code: 'silent_loop', severity: 'error', nodeId, message }
  })
}

/** A shorter wait stops no ring. */
const STOP_SECONDS = 60

/** Neither a clinic that is open nor a time of today that has passed is waited for. */
function alwaysWaits(node: FlowNode): boolean {
  if (node.kind !== 'wait') return false
  const { until, seconds = STOP_SECONDS } = node.settings ?? {}
  return until === undefined ? seconds >= STOP_SECONDS : until !== 'nextOpen' && until.day !== 'today'
}

/** The blocks to which a block leads without a word of the patient. */
function unansweredWays(node: FlowNode | undefined, ways: Checked['ways']): string[] {
  if (node === undefined) return []
  const isWait = node.kind === 'wait'
  return [...(ways.get(node.id) ?? [])].flatMap(([port, target]) => (isWait && port === 'reply' ? [] : [target]))
}

/** A ring that is never left, by none of its blocks: neither an end nor a hand-over can be reached from it. */
function endlessLoops(checked: Checked): Finding[] {
  const { flow, ways, nodes } = checked
  const ids = flow.nodes.map(({ id }) => id)
  const order = new Map(ids.map((id, at) => [id, at]))
  return groupsOf(ids, (id) => targetsOf(ways, id)).flatMap((group): Finding[] => {
    const within = new Set(group)
    const isLeft = group.some((id) => {
      const node = nodes.get(id)
      if (node === undefined || node.kind === 'handoff' || node.kind === 'end') return true
      // A port that leads nowhere is a dead end of its own.
      return openPorts(checked, node).length > 0 || [...targetsOf(ways, id)].some((target) => !within.has(target))
    })
    const isRing = group.some((id) => [...targetsOf(ways, id)].some((target) => within.has(target)))
    if (isLeft || !isRing) return []
    const [nodeId = ''] = group.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    const message = `From ${quoted(nodes, nodeId)} no end and no hand-over can be reached.`
    return [{ code: 'endless_loop', severity: 'error', nodeId, message }]
  })
}

function quoted(nodes: Checked['nodes'], id: string): string {
  const node = nodes.get(id)
  return `"${node === undefined ? id : titleOf(node)}"`
}

function unreachable({ flow, reached }: Checked): Finding[] {
  return flow.nodes.flatMap((node): Finding[] => {
    if (reached.has(node.id)) return []
    return [
      { code: 'unreachable', severity: 'warning', nodeId: node.id, message: `Nothing leads to "${titleOf(node)}".` },
    ]
  })
}

function noHuman({ flow, reached }: Checked): Finding[] {
  const here = flow.nodes.filter(({ id }) => reached.has(id))
  const asks = here.some(({ kind }) => kind === 'question')
  if (!asks || here.some(({ kind }) => kind === 'handoff')) return []
  const message = 'No block hands over to a person: only words such as AGENT do.'
  return [{ code: 'no_human', severity: 'warning', nodeId: null, message }]
}

function missingReferences({ flow }: Checked, references: References): Finding[] {
  return flow.nodes.flatMap((node): Finding[] => {
    const missing = missingIn(node, references)
    if (missing === null) return []
    const isUnchosen = node.kind === 'action' && node.settings?.do === 'sendFile' && node.settings.fileId === NO_FILE
    const message = isUnchosen
      ? `Choose the file that "${titleOf(node)}" sends.`
      : `The ${missing} of "${titleOf(node)}" does not exist any more. Choose another.`
    return [{ code: 'missing_reference', severity: 'error', nodeId: node.id, message }]
  })
}

function missingIn(node: FlowNode, references: References): string | null {
  const { staff, roles } = references
  if (node.kind === 'handoff') {
    const { to = null } = node.settings ?? {}
    return to === null || staff.has(to) || roles.has(to) ? null : 'person or role'
  }
  return node.kind === 'action' && node.settings !== undefined ? missingOf(node.settings, references) : null
}

function missingOf(
  settings: ActionSettings,
  { staff, roles, files, doctors, forms, endpoints }: References,
): string | null {
  switch (settings.do) {
    case 'assign':
      if (settings.user !== undefined) return staff.has(settings.user) ? null : 'person'
      return settings.role !== undefined && roles.has(settings.role) ? null : 'role'
    case 'sendFile':
      return files.has(settings.fileId) ? null : 'file'
    case 'offerTimes':
      return settings.doctorId === undefined || doctors.has(settings.doctorId) ? null : 'doctor'
    case 'submitIntake':
      return forms.has(settings.formId) ? null : 'form'
    case 'webhook':
      return endpoints.has(settings.endpointId) ? null : 'endpoint'
    default:
      return null
  }
}
