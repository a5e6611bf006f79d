/** Finds days and times in a patient's words, and compares them with visits. */

/** The facts of a visit that a reply may repeat. Another time or day than these is no confirmation. */
export interface Repeatable {
  /** HH:MM on the clinic's clock. */
  readonly time: string
  /** YYYY-MM-DD on the clinic's calendar. */
  readonly date: string
  /** The English weekday in lower case. */
  readonly weekday: string
  /** Calendar days from the reply's day to the visit. */
  readonly daysAway: number
}

/** Whether a visit has what the patient named. */
export type Fact = (visit: Repeatable) => boolean

interface Named {
  /** The words with `#w` in the place of each day or time; `#s` where only "tomorrow" or a part of the day is named. */
  readonly words: string
  readonly facts: readonly Fact[]
}

const WEEKDAYS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'monday mon lunes',
    'tuesday tue tues martes',
    'wednesday wed weds miercoles',
    'thursday thu thur thurs jueves',
    'friday fri viernes',
    'saturday sat sabado',
    'sunday sun domingo',
  ].flatMap((names) => names.split(' ').map((name, _, [day = '']) => [name, day])),
)
const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'january jan enero',
    'february feb febrero',
    'march mar marzo',
    'april apr abril',
    'may mayo',
    'june jun junio',
    'july jul julio',
    'august aug agosto',
    'september sep sept septiembre',
    'october oct octubre',
    'november nov noviembre',
    'december dec diciembre',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1])),
)
/** From this hour, before that one. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ morning: [0, 12], afternoon: [12, 18], evening: [17, 24], night: [17, 24] },
  ...{ manana: [0, 12], tarde: [12, 20], noche: [18, 24] },
}

const oneOf = (words: object) => Object.keys(words).join('|')
/** A whole phrase. A name's mark, `#0`, holds no number. */
const phrase = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}#:])(?:${source})(?![\\p{L}\\p{N}:])`, 'gu')

const MONTH_DAY = phrase(`(?:on |the |el )?(${oneOf(MONTHS)})(?: the)? (\\d{1,2})(?:st|nd|rd|th)?`)
const DAY_MONTH = phrase(`(?:on |the |el )*(?:dia )?(\\d{1,2})(?:st|nd|rd|th)?(?: of| de) (${oneOf(MONTHS)})`)
const DAY = phrase('(?:on |the |el )*(\\d{1,2})(?:st|nd|rd|th)|el (?:dia )?(\\d{1,2})')
const WEEKDAY = phrase(
  `(?:on |el |para el )?(?:this coming |this |este |(next|proximo) )?(${oneOf(WEEKDAYS)})(?: (proximo|que viene))?`,
)
const PART = phrase(
  '(this |esta )(morning|afternoon|evening|manana|tarde|noche)|(in the |por la |en la )(morning|afternoon|evening|manana|tarde|noche)|(?:at |the )?(morning|afternoon|evening|night)|(?:de|a) la (manana|tarde|noche)',
)
const NEAR = phrase('(today|tonight|hoy)|(day after tomorrow|pasado manana)|(tomorrow|tmrw|tomorow|tmr|manana)')
const TIME = phrase(
  '(?:at |a las? |a )?(?:(noon|midday|mediodia|medio dia)|(\\d{1,2})[: ]?(\\d{2})?(?: ?(am|pm|a m|p m))?(?: oclock| en punto)?)',
)
const CONNECTED = /#[ws](?: (?:at |on |de |del |of |the )*#[ws])+/g

/** `words` is folded, with blanks between words. */
export function factsIn(words: string): Named {
  const facts: Fact[] = []
  let hasDay = false
  let isLoose = false
  const day = (fact: Fact) => {
    hasDay = true
    facts.push(fact)
    return '#w'
  }
  const date = (month: number | undefined, dayOfMonth: string) =>
    day((visit) => {
      const [, visitMonth, visitDay] = visit.date.split('-').map(Number)
      return visitDay === Number(dayOfMonth) && (month === undefined || visitMonth === month)
    })
  let marked = words
    .replace(MONTH_DAY, (_, month: string, number: string) => date(MONTHS[month], number))
    .replace(DAY_MONTH, (_, number: string, month: string) => date(MONTHS[month], number))
    .replace(DAY, (_, number?: string, spanish?: string) => date(undefined, number ?? spanish ?? ''))
    .replace(WEEKDAY, (_, next: string | undefined, name: string, after: string | undefined) =>
      // "Next Thursday" is not the one of this week.
      day(({ weekday, daysAway }) => weekday === WEEKDAYS[name] && ((next ?? after) === undefined || daysAway > 4)),
    )
    .replace(PART, (_, near?: string, nearPart?: string, loose?: string, loosePart?: string, ...others: unknown[]) => {
      const [plain, spanish] = others as (string | undefined)[]
      const [from, to] = PARTS[nearPart ?? loosePart ?? plain ?? spanish ?? ''] ?? [0, 0]
      if (near !== undefined) day(({ daysAway }) => daysAway === 0)
      if (loose !== undefined) isLoose = true
      facts.push(({ time }) => Number(time.slice(0, 2)) >= from && Number(time.slice(0, 2)) < to)
      return '#s'
    })
    .replace(NEAR, (word, today?: string, later?: string) => {
      const away = today !== undefined ? 0 : later !== undefined ? 2 : 1
      day(({ daysAway }) => daysAway === away)
      if (word === 'tonight') facts.push(({ time }) => Number(time.slice(0, 2)) >= 17)
      return '#s'
    })
  // "See you in the morning" is said of the next one.
  if (isLoose && !hasDay && !TIME.test(marked)) facts.push(({ daysAway }) => daysAway < 2)
  TIME.lastIndex = 0
  marked = marked
    .replace(TIME, (_, noon?: string, hour?: string, minute?: string, half?: string) => {
      facts.push(({ time }) => (noon !== undefined ? time === '12:00' : isTime({ hour, minute, half }, time)))
      return '#w'
    })
    .replace(CONNECTED, (group) => (group.includes('#w') ? '#w' : '#s'))
  return { words: marked, facts }
}

interface Typed {
  readonly hour: string | undefined
  readonly minute: string | undefined
  readonly half: string | undefined
}

/** "9", "9:30" and "2 pm" repeat 09:00, 09:30 and 14:00. Without a half of the day either is meant. */
function isTime({ hour, minute = '0', half }: Typed, time: string): boolean {
  const [wantedHour, wantedMinute] = time.split(':').map(Number)
  const given = Number(hour)
  if (Number(minute) !== wantedMinute || given > 24) return false
  if (half === undefined) return given === wantedHour || (given < 12 && given + 12 === wantedHour)
  return (given % 12) + (half.startsWith('p') ? 12 : 0) === wantedHour
}
