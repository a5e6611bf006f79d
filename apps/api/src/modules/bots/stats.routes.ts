import { chatbotStats } from '@foyer/contracts/chatbot/flow-calls.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findFlow } from '../chatbot/chatbot.ts'
import { readClinic } from '../organizations/organizations.ts'
import { countPassages, countSessions, medianSeconds } from './stats.store.ts'

/** Ports by which a block is left although the patient did not answer it. */
const UNANSWERED: ReadonlySet<string | null> = new Set(['otherwise', 'silence', 'failed', null])

export function statsRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(chatbotStats, ({ params: { flowId }, query, organizationId, read }) =>
      read(async (tx) => {
        if (query.from > query.to) throw notValid('to', 'The last day is before the first')
        const { timezone } = await readClinic(tx, organizationId)
        const { from } = boundsOfDay(query.from, timezone)
        const { until } = boundsOfDay(query.to, timezone)
        const span = { organizationId, flowId, from, until, version: query.version ?? null }
        const [found, sessions, passages, medians] = await Promise.all([
          findFlow(tx, { organizationId, flowId }),
          countSessions(tx, span),
          countPassages(tx, span),
          medianSeconds(tx, span),
        ])
        if (found === undefined) throw notFound()
        const blocks = [...Map.groupBy(passages, ({ nodeId }) => nodeId)].map(([nodeId, ports]) => {
          const sum = (holds: (port: string | null) => boolean) =>
            ports.reduce((total, { port, passed }) => total + (holds(port) ? passed : 0), 0)
          return {
            ...{ nodeId, entered: sum(() => true), answered: sum((port) => !UNANSWERED.has(port)) },
            ...{ notUnderstood: sum((port) => port === 'otherwise'), silent: sum((port) => port === 'silence') },
            medianSeconds: medians.get(nodeId) ?? null,
          }
        })
        const edges = passages.flatMap(({ nodeId, port, passed }) => (port === null ? [] : [{ nodeId, port, passed }]))
        return { code: 'ok' as const, data: { ...sessions, blocks, edges, asOf: clock.now().toISOString() } }
      }),
    ),
  ]
}
