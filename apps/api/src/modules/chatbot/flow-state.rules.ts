/** A chatbot as it is stored, and its changes as pure functions. */
import type { ChatbotFlow, ChatbotFlowItem } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { channelsOf, startsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { FlowStatus } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { type BotChannel, botChannels } from '@foyer/contracts/chatbot/limits.rules.ts'
import { type FlowStart, startsIn } from './starts.rules.ts'

export interface FlowState {
  readonly id: string
  readonly organizationId: string
  readonly status: FlowStatus
  readonly draft: Flow
  readonly revision: number
  readonly draftBy: string | null
  readonly draftAt: Date
  readonly channels: readonly BotChannel[]
  readonly errors: number
  readonly warnings: number
  readonly publishedVersion: number | null
  readonly publishedAt: Date | null
  readonly publishedName: string | null
  /** The starts of the newest version. */
  readonly starts: readonly FlowStart[]
  readonly version: number
}

interface Saving {
  readonly by: string
  readonly now: Date
  readonly findings: readonly Finding[]
}

export function newFlow(organizationId: string, draft: Flow, saving: Saving): FlowState {
  const blank = { id: draft._id, organizationId, status: 'draft', revision: 0, version: 0 } as const
  const unpublished = { publishedVersion: null, publishedAt: null, publishedName: null, starts: [] }
  return { ...blank, ...unpublished, ...drafted(draft, saving), revision: 1 }
}

export function savedFlow(before: FlowState, draft: Flow, saving: Saving): FlowState {
  return { ...before, ...drafted(draft, saving), revision: before.revision + 1 }
}

function drafted(draft: Flow, { by, now, findings }: Saving) {
  const all = new Set(startsOf(draft).flatMap(channelsOf))
  return {
    ...{ draft, draftBy: by, draftAt: now, channels: botChannels.filter((channel) => all.has(channel)) },
    ...countOf(findings),
  }
}

export function countOf(findings: readonly Finding[]): { readonly errors: number; readonly warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: findings.length - errors }
}

/** Publishing makes a draft or paused flow live. */
export function publishedFlow(before: FlowState, content: Flow, now: Date): FlowState {
  return {
    ...before,
    ...{ status: 'live', publishedVersion: (before.publishedVersion ?? 0) + 1, publishedAt: now },
    ...{ publishedName: content.name, starts: startsIn(content) },
  }
}

export function switchedFlow(before: FlowState, status: 'live' | 'paused'): FlowState {
  return before.status === status ? before : { ...before, status }
}

export function archivedFlow(before: FlowState): FlowState {
  return { ...before, status: 'archived' }
}

export function itemOf(state: FlowState, draftByName: string | null): ChatbotFlowItem {
  return {
    ...{ _id: state.id, organizationId: state.organizationId, name: state.draft.name, status: state.status },
    ...{ revision: state.revision, channels: [...state.channels] },
    problems: { errors: state.errors, warnings: state.warnings },
    updatedAt: state.draftAt.toISOString(),
    updatedBy: state.draftBy === null || draftByName === null ? null : { _id: state.draftBy, name: draftByName },
    ...{ publishedVersion: state.publishedVersion, publishedAt: state.publishedAt?.toISOString() ?? null },
    ...{ moving: null, version: state.version },
  }
}

export function withBlocks(item: ChatbotFlowItem, { name, nodes, edges, settings }: Flow): ChatbotFlow {
  return { ...item, name, nodes, edges, settings }
}
