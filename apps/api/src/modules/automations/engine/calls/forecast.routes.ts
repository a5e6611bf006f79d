/** Foretells when a timed definition will start, by the rows as they are now; nothing is done. */
import type { AutomationForecast } from '@foyer/contracts/automations/automation.ts'
import { isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import { FORECAST_DAYS } from '@foyer/contracts/automations/definition.rules.ts'
import type { ClinicFacts } from '@foyer/contracts/automations/facts.rules.ts'
import { type Foreseen, foresee } from '@foyer/contracts/automations/forecast.rules.ts'
import type { Version } from '@foyer/contracts/automations/judge.rules.ts'
import type { Known } from '@foyer/contracts/automations/steps.rules.ts'
import { forecastAutomation } from '@foyer/contracts/automations/try-calls.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../../db/tx.ts'
import { notFound } from '../../../../http/refusal.ts'
import { type Route, route } from '../../../../http/route.ts'
import type { Services } from '../../../../services.ts'
import { readClinicFacts } from '../../clinic-facts.ts'
import { readFacts } from '../facts.store.ts'
import { readKnown } from '../known.store.ts'
import { findMoments } from '../moments.store.ts'
import { hasNamed } from './named.store.ts'
import { TRIED } from './tried-cause.rules.ts'
import { createTryPace } from './try-pace.ts'

/** The most moments that are judged. */
const MOMENTS_MAX = 500
/** The facts of so many are read in one statement. */
const BITE = 200

export function forecastRoutes(parts: Pick<Services, 'clock' | 'config'>): Route[] {
  const { clock, config } = parts
  const takeTry = createTryPace()
  return [
    route(forecastAutomation, async ({ body, caller, organizationId, read }) => {
      const now = clock.now()
      takeTry(caller.userId, now)
      const { _id, trigger, conditions, actions } = body
      const definition = { trigger, conditions, actions }
      const data = await read(async (tx) => {
        const [isKnown, clinic, known] = await Promise.all([
          hasNamed(tx, organizationId, { automationId: _id }),
          readClinicFacts(tx, config, organizationId),
          readKnown(tx, organizationId, [definition]),
        ])
        if (!isKnown) throw notFound()
        if (!isTimed(trigger.kind)) return null
        const about = { automationId: _id ?? TRIED, name: 'This automation', number: 1 }
        const version = { ...about, definition, inForce: true, isStopped: false }
        return forecastOf(tx, parts, { organizationId, now, version, clinic, known })
      })
      return { code: 'ok' as const, data }
    }),
  ]
}

interface Asked {
  readonly organizationId: string
  readonly now: Date
  readonly version: Version
  readonly clinic: ClinicFacts
  readonly known: Known
}

const NONE = { starts: [], held: 0, texts: [] } as const

/** Looks day by day, and no further than the first day with a start. */
async function forecastOf(tx: Tx, parts: Pick<Services, 'config'>, asked: Asked): Promise<AutomationForecast> {
  const { organizationId, now, version, clinic } = asked
  const { automationId, definition } = version
  let [day, from, left] = [dayIn(now, clinic.timezone), now.getTime(), MOMENTS_MAX]
  for (let nth = 0; nth < FORECAST_DAYS; nth++) {
    const next = dayAfter(day)
    const to = instantAt({ day: next, time: '00:00' }, clinic.timezone).getTime() - 1
    const span = { organizationId, automationId, begunAt: from, from, to, clinic }
    const moments = await findMoments(tx, span, definition.trigger)
    const causes = moments.slice(0, left)
    const seen = await foreseeAll(tx, parts, asked, causes)
    const isWhole = causes.length === moments.length
    left -= causes.length
    if (seen.starts.length > 0 || seen.held > 0 || !isWhole)
      return wireForecast(seen, { day, subject: causes[0]?.subject.kind ?? null, isWhole })
    ;[day, from] = [next, to]
  }
  return wireForecast(NONE, { day: null, subject: null, isWhole: true })
}

async function foreseeAll(
  tx: Tx,
  parts: Pick<Services, 'config'>,
  { organizationId, now, version, known }: Asked,
  causes: Awaited<ReturnType<typeof findMoments>>,
): Promise<Foreseen> {
  const asked = { organizationId, automationIds: [version.automationId], now }
  const moments = []
  for (let begin = 0; begin < causes.length; begin += BITE) {
    const bite = causes.slice(begin, begin + BITE)
    const found = await readFacts(tx, parts, asked, bite)
    for (const cause of bite) {
      const facts = found.get(cause.id)?.facts
      if (facts !== undefined) moments.push({ cause, facts: { ...facts, known } })
    }
  }
  return foresee(version, moments, now.getTime())
}

type Told = Pick<AutomationForecast, 'day' | 'subject' | 'isWhole'>

function wireForecast({ starts, held, texts }: Foreseen, told: Told): AutomationForecast {
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    ...told,
    ...{ starts: starts.length, held, firstAt: instant(starts[0]), lastAt: instant(starts.at(-1)) },
    ...{ texts: texts.length, firstTextAt: instant(texts[0]), lastTextAt: instant(texts.at(-1)) },
  }
}
