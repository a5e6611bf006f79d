/** [OPEN-034] Lists, reads, saves, checks and publishes chatbots. */
import { isDeepStrictEqual } from 'node:util'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import * as calls from '@foyer/contracts/chatbot/flow-calls.ts'
import { FLOWS_MAX } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { checkAll } from '@foyer/flow/check.ts'

import { appendEvents, type LogPosition, readHead } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { assertClean } from './clean.ts'
import { lockBotFiles } from './files.store.ts'
import { stageFlow } from './flow-change.ts'
import { archivedFlow, countOf, itemOf, newFlow, publishedFlow, savedFlow, withBlocks } from './flow-state.rules.ts'
import {
  countFlows,
  findFlow,
  findRevision,
  isRunning,
  keepRevision,
  listDrafts,
  listFlows,
  listSaves,
  lockFlow,
  type StoredFlow,
} from './flows.store.ts'
import { readReferences } from './references.store.ts'
import { addVersion, findVersion, listVersions } from './versions.store.ts'

const WEEK_MS = 7 * 86_400_000

export function chatbotRoutes({ clock, newId }: Pick<Services, 'clock' | 'newId'>): Route[] {
  return [
    route(calls.chatbotFlows, ({ organizationId, read }) =>
      read(async (tx) => {
        const weekAgo = new Date(clock.now().getTime() - WEEK_MS)
        const [head, data] = await Promise.all([readHead(tx, organizationId), listFlows(tx, organizationId, weekAgo)])
        return answer(data, head)
      }),
    ),

    route(calls.chatbotFlow, ({ params: { flowId }, query: { revision }, organizationId, read }) =>
      read(async (tx) => {
        const of = { organizationId, flowId }
        const [head, found, draft] = await Promise.all([
          readHead(tx, organizationId),
          findFlow(tx, of),
          revision === undefined ? null : findRevision(tx, of, revision),
        ])
        if (found === undefined || draft === undefined) throw notFound()
        const flow = blocksOf(found, draft ?? found.state.draft)
        return answer(revision === undefined ? flow : { ...flow, revision }, head)
      }),
    ),

    route(calls.chatbotBlocks, ({ query: { flowIds }, organizationId, read }) =>
      read(async (tx) => {
        const [head, drafts] = await Promise.all([
          readHead(tx, organizationId),
          listDrafts(tx, organizationId, flowIds),
        ])
        const blocks = drafts.map(({ _id, nodes, edges, settings }) => ({ _id, nodes, edges, settings }))
        return answer(blocks, head)
      }),
    ),

    route(calls.chatbotSaves, ({ params: { flowId }, organizationId, read }) =>
      read(async (tx) => {
        const of = { organizationId, flowId }
        const [head, found, saves] = await Promise.all([
          readHead(tx, organizationId),
          findFlow(tx, of),
          listSaves(tx, of),
        ])
        if (found === undefined) throw notFound()
        return answer(saves, head)
      }),
    ),

    route(calls.saveChatbotFlow, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const flowId = body.flow._id ?? null
        const [stored, count, references] = await Promise.all([
          flowId === null ? undefined : lockFlow(tx, { organizationId, flowId }),
          flowId === null ? countFlows(tx, organizationId) : 0,
          readReferences(tx, { organizationId, flowId }),
        ])
        if (flowId !== null && stored === undefined) throw notFound()
        if (count >= FLOWS_MAX) throw new Refusal('conflict', `${FLOWS_MAX} chatbots are the most.`)
        const draft: Flow = { ...body.flow, _id: flowId ?? newId() }
        if (stored !== undefined) {
          const isSame = isDeepStrictEqual(stored.state.draft, draft)
          // A call that is repeated because its answer was lost finds its save made.
          if (isSame) return answer(blocksOf(stored, draft), await readHead(tx, organizationId))
          if (body.revision !== undefined && body.revision !== stored.state.revision)
            throw new Refusal('stale', 'Someone changed this chatbot meanwhile.', {
              data: blocksOf(stored, stored.state.draft),
            })
        }
        const saving = { by: caller.userId, now, findings: checkAll(draft, references) }
        const state = stored ? savedFlow(stored.state, draft, saving) : newFlow(organizationId, draft, saving)
        const { change, saved } = stageFlow(tx, state)
        const position = await appendEvents(tx, { organizationId, at: now }, [change])
        keepRevision(tx, state)
        return answer(blocksOf(saved(), draft), position)
      }),
    ),

    route(calls.deleteChatbotFlow, ({ params: { flowId }, organizationId, write }) =>
      write(async (tx) => {
        const of = { organizationId, flowId }
        const [stored, runs] = await Promise.all([lockFlow(tx, of), isRunning(tx, of)])
        if (stored === undefined) throw notFound()
        if (stored.state.status === 'live') throw new Refusal('conflict', 'Pause the chatbot before you delete it.')
        if (runs) throw new Refusal('conflict', 'Patients are in a conversation with this chatbot now.')
        const { change } = stageFlow(tx, archivedFlow(stored.state))
        await appendEvents(tx, { organizationId, at: clock.now() }, [change])
        return { code: 'ok' as const, data: { _id: flowId } }
      }),
    ),

    route(calls.checkChatbot, ({ body: { flow }, organizationId, write }) =>
      write(async (tx) => {
        const references = await readReferences(tx, { organizationId, flowId: flow._id ?? null })
        const findings = checkAll({ ...flow, _id: flow._id ?? 'new' }, references)
        return { code: 'ok' as const, data: { findings } }
      }),
    ),

    route(calls.chatbotVersions, ({ params: { flowId }, organizationId, read }) =>
      read(async (tx) => {
        const of = { organizationId, flowId }
        const [head, found, versions] = await Promise.all([
          readHead(tx, organizationId),
          findFlow(tx, of),
          listVersions(tx, of),
        ])
        if (found === undefined) throw notFound()
        return answer(
          versions.map(({ version }) => version),
          head,
        )
      }),
    ),

    route(calls.chatbotVersion, ({ params: { flowId, number }, organizationId, read }) =>
      read(async (tx) => {
        const of = { organizationId, flowId }
        const [head, found, [one]] = await Promise.all([
          readHead(tx, organizationId),
          findFlow(tx, of),
          listVersions(tx, of, number),
        ])
        if (found === undefined || !one?.flow) throw notFound()
        return answer({ ...one.version, flow: one.flow }, head)
      }),
    ),

    route(calls.publishChatbot, ({ params: { flowId }, body, caller, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const of = { organizationId, flowId }
        const { note, number: restoredFrom = null } = body
        const [stored, restored, , references] = await Promise.all([
          lockFlow(tx, of),
          restoredFrom === null ? null : findVersion(tx, of, restoredFrom),
          // A file that it sends is not removed meanwhile.
          lockBotFiles(tx, organizationId),
          readReferences(tx, of),
        ])
        if (stored === undefined || restored === undefined) throw notFound()
        if (restored === null && body.revision !== stored.state.revision)
          throw new Refusal('stale', 'Someone changed this chatbot meanwhile.', {
            data: blocksOf(stored, stored.state.draft),
          })
        const content = restored ?? stored.state.draft
        const findings = checkAll(content, references)
        assertClean(findings)
        const state = publishedFlow(stored.state, content, now)
        const number = state.publishedVersion ?? 1
        const published = { ...of, number, content, note, by: caller.userId, at: now, restoredFrom }
        addVersion(tx, { ...published, ...countOf(findings) })
        const { change, saved } = stageFlow(tx, state)
        const position = await appendEvents(tx, { organizationId, at: now }, [change])
        return answer({ number, status: state.status, item: itemOf(saved().state, saved().draftByName) }, position)
      }),
    ),
  ]
}

function blocksOf({ state, draftByName }: StoredFlow, draft: Flow) {
  return withBlocks(itemOf(state, draftByName), draft)
}

function answer<Data>(data: Data, { seq, epoch }: Pick<LogPosition, 'seq' | 'epoch'>) {
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
