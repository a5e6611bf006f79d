/** The chatbot of one conversation: its answers, taking over, and handing to one; pausing a chatbot. */

import { startNow, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import { setChatbotStatus } from '@foyer/contracts/chatbot/flow-calls.ts'
import * as calls from '@foyer/contracts/chatbot/session-calls.ts'
import { appendEvents, readHead } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { assertStillClean, findVersion, itemOf, lockFlow, stageFlow, switchedFlow } from '../chatbot/chatbot.ts'
import {
  assertMayWrite,
  hasConversation,
  lockConversation,
  numberOf,
  patientOf,
  readStanding as readSending,
} from '../conversations/conversations.ts'
import { changeUndoably } from '../inbox/inbox.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { newSession, PAUSED, RUNNING_MAX } from './begin.rules.ts'
import { isOpenAt } from './facts.rules.ts'
import { readLiveMachine, readMachine } from './machines.ts'
import { play } from './play.ts'
import { countRunning, findLastSession, listPassages, makeFlowDue } from './sessions.store.ts'
import { stagePlayed } from './stage-played.ts'
import { readStanding } from './standing.store.ts'

export function botRoutes(parts: Services): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.botSession, ({ query: { conversationId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, isKnown, session] = await Promise.all([
          readHead(tx, organizationId),
          hasConversation(tx, organizationId, conversationId),
          findLastSession(tx, organizationId, conversationId),
        ])
        if (!isKnown) throw notFound()
        if (session === undefined) return { code: 'ok' as const, data: null, asOf: seq, epoch }
        const [passages, { flow }] = await Promise.all([
          listPassages(tx, organizationId, session.id),
          readMachine(tx, session),
        ])
        const titles = new Map(flow.nodes.map((node) => [node.id, titleOf(node)]))
        const here = session.endedAt === null && session.nodeId !== null
        const path = [
          ...passages.map(({ node_id, entered_at }) => ({ nodeId: node_id, at: entered_at })),
          ...(here && session.nodeId !== null ? [{ nodeId: session.nodeId, at: session.since }] : []),
        ].map(({ nodeId, at }) => ({ nodeId, title: titles.get(nodeId) ?? nodeId, at: at.toISOString() }))
        const answers = Object.entries(session.snapshot.context.answers).map(([key, { label, value, verified }]) => ({
          ...{ key, label, value, verified },
        }))
        const data = {
          ...{ sessionId: session.id, flowId: session.flowId, name: flow.name, version: session.version },
          ...{ nodeId: session.nodeId, startedAt: session.startedAt.toISOString() },
          ...{ endedAt: session.endedAt?.toISOString() ?? null, endedAs: session.endedAs, answers, path },
        }
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.botTakeOver, ({ body: { conversationId }, caller, organizationId, write }) =>
      write((tx) => {
        const about = { organizationId, conversationId, by: caller.userId, now: clock.now() }
        return changeUndoably(tx, parts, about, (conversation) => {
          if (conversation.bot === null) throw new Refusal('conflict', 'No chatbot is on this conversation.')
          return { ...conversation, bot: null }
        })
      }),
    ),

    route(calls.botStart, ({ body: { conversationId, flowId, nodeId }, caller, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const id = conversationId
        const phoneNumber = numberOf(organizationId, id)
        // Sent together; the store takes the lock of the conversation first.
        const [before, sending, standing, clinic, found, running] = await Promise.all([
          lockConversation(tx, organizationId, id),
          readSending(tx, { organizationId, phoneNumber }),
          readStanding(
            tx,
            { organizationId, id, phoneNumber, patientId: patientOf(organizationId, id) },
            { body: '', now },
          ),
          readInboxSettings(tx, organizationId),
          readLiveMachine(tx, { organizationId, flowId }),
          countRunning(tx, organizationId),
        ])
        if (found === undefined) throw notFound()
        if (before.bot !== null) throw new Refusal('conflict', 'A chatbot is on this conversation already.')
        if (found.made === null) throw new Refusal('conflict', 'This chatbot is not live.')
        if (running >= RUNNING_MAX)
          throw new Refusal('conflict', 'Chatbots are on as many conversations as they may be. Try again later.')
        await assertMayWrite(tx, parts, before, sending)
        const { made, version } = found
        if (nodeId !== undefined && !made.nodes.has(nodeId)) throw notFound()
        const session = newSession({ id: newId(), conversation: before, flowId, version, now })
        const opening = { channel: before.channel, isOpen: isOpenAt(now, clinic) }
        const heard = { type: 'BEGIN', nodeId: nodeId ?? startNow(made.flow, opening) } as const
        const shared = {
          conversation: before,
          before,
          standing,
          smsStatus: null,
          clinic,
          isUnasked: true,
          said: null,
          now,
        }
        const played = await play(tx, parts, { ...shared, made, session, heard })
        const { changes, item } = stagePlayed(tx, { before, played, by: caller.userId, now })
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, changes)
        const data = item()
        if (data === undefined) throw new Error('A conversation that was handed to a chatbot is missing.')
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(setChatbotStatus, ({ params: { flowId }, body: { status, running }, organizationId, write }) =>
      write(async (tx) => {
        const of = { organizationId, flowId }
        const stored = await lockFlow(tx, of)
        if (stored === undefined) throw notFound()
        const { publishedVersion } = stored.state
        if (publishedVersion === null)
          throw new Refusal('conflict', 'The chatbot was never published. Publish it first.')
        if (status === 'paused' && running === 'handover') makeFlowDue(tx, organizationId, flowId, PAUSED)
        const state = switchedFlow(stored.state, status)
        const isSame = state === stored.state
        if (!isSame && status === 'live') {
          const content = await findVersion(tx, of, publishedVersion)
          if (content === undefined) throw new Error('The published version of a chatbot is gone.')
          await assertStillClean(tx, of, content)
        }
        const { change, saved } = stageFlow(tx, state)
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, isSame ? [] : [change])
        const after = isSame ? stored : saved()
        return { code: 'ok' as const, data: itemOf(after.state, after.draftByName), asOf: seq, epoch }
      }),
    ),
  ]
}
