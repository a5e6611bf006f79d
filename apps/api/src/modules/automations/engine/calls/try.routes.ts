/** Tries a definition on the patient of one conversation or visit; nothing is done. */
import type { AutomationWalk } from '@foyer/contracts/automations/automation.ts'
import { tryAutomation } from '@foyer/contracts/automations/try-calls.ts'
import { type Walk, walk } from '@foyer/contracts/automations/walk.rules.ts'
import type { Tx } from '../../../../db/tx.ts'
import { notFound } from '../../../../http/refusal.ts'
import { type Route, route } from '../../../../http/route.ts'
import type { Services } from '../../../../services.ts'
import { readNames } from '../../definitions/library.ts'
import { readFacts } from '../facts.store.ts'
import { readKnown } from '../known.store.ts'
import { newestText } from './newest-text.store.ts'
import { TRIED, type TriedAbout, triedCause, triedFacts } from './tried-cause.rules.ts'
import { createTryPace } from './try-pace.ts'

export function tryRoutes(parts: Pick<Services, 'clock' | 'config'>): Route[] {
  const { clock } = parts
  const takeTry = createTryPace()
  return [
    route(tryAutomation, async ({ body, caller, organizationId, read }) => {
      const now = clock.now()
      takeTry(caller.userId, now)
      const { trigger, conditions, actions, conversationId = null, appointmentId = null, text } = body
      const definition = { trigger, conditions, actions }
      const data = await read(async (tx) => {
        const about = {
          conversationId,
          appointmentId,
          messageId: await messageOf(tx, organizationId, { conversationId, text }),
        }
        const [{ facts, cause }, known, names] = await Promise.all([
          readTried(tx, parts, { organizationId, now, about, trigger }),
          readKnown(tx, organizationId, [definition]),
          readNames(tx, organizationId, [definition]),
        ])
        const version = {
          automationId: TRIED,
          name: 'This automation',
          number: 1,
          definition,
          inForce: true,
          isStopped: false,
        }
        return walk(version, cause, triedFacts({ ...facts, known }, trigger, text), names)
      })
      return { code: 'ok' as const, data: wireWalk(data) }
    }),
  ]
}

interface Asked {
  readonly organizationId: string
  readonly now: Date
  readonly about: TriedAbout
  readonly trigger: Parameters<typeof triedCause>[0]
}

async function readTried(tx: Tx, parts: Pick<Services, 'config'>, { organizationId, now, about, trigger }: Asked) {
  const asked = triedCause(trigger, about, { at: now.getTime(), visit: null })
  const found = (await readFacts(tx, parts, { organizationId, automationIds: [], now }, [asked])).get(asked.id)
  const facts = found?.facts
  if (!found || !facts) throw notFound()
  if (about.conversationId !== null && found.conversationId !== about.conversationId) throw notFound()
  if (about.appointmentId !== null && facts.visit?.id !== about.appointmentId) throw notFound()
  const at = triedFacts(facts, trigger, undefined).at
  return { facts, cause: triedCause(trigger, about, { at, visit: facts.visit }) }
}

/** The given text stands for the patient's newest one. */
async function messageOf(
  tx: Tx,
  organizationId: string,
  { conversationId, text }: { readonly conversationId: string | null; readonly text: string | undefined },
): Promise<string | null> {
  return conversationId === null || text !== undefined ? null : newestText(tx, organizationId, conversationId)
}

function wireWalk({ verdict, state, reason, steps }: Walk): AutomationWalk {
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    verdict: { ...verdict, checks: [...verdict.checks] },
    ...{ state, reason },
    steps: steps.map(({ at, heldUntil, ...step }) => ({
      ...step,
      at: new Date(at).toISOString(),
      heldUntil: instant(heldUntil),
    })),
  }
}
