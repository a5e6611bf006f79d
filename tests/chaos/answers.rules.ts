/** Compares what an automation and a chatbot did with what one answer each does: in the store and at the carrier. */

/** The rows that the store has for one phone. */
export interface PhoneFound {
  readonly phone: string
  /** The states of the runs of automations. */
  readonly runs: readonly string[]
  /** How the sessions of chatbots ended; null for one that goes on. */
  readonly sessions: readonly (string | null)[]
  /** The changes of the request type in the history. */
  readonly requests: number
  /** The automatic texts to the phone, without notes. */
  readonly texts: readonly string[]
}

export interface PhoneExpected {
  readonly phone: string
  readonly by: 'automation' | 'chatbot'
  /** The endings of the texts that the phone gets, in their order. */
  readonly texts: readonly string[]
}

/** Whether everything has happened that will. */
export function isAtRest(found: readonly PhoneFound[], expected: readonly PhoneExpected[]): boolean {
  return expected.every(({ phone, by, texts }) => {
    const one = found.find((row) => row.phone === phone)
    if (one === undefined || one.texts.length < texts.length) return false
    const states = by === 'automation' ? one.runs : one.sessions
    return states.length > 0 && states.every((state) => state !== null && state !== 'waiting')
  })
}

/** `carried` are the texts to these phones that the carrier has. */
export function judgeAnswers(
  found: readonly PhoneFound[],
  carried: readonly { readonly to: string; readonly body: string }[],
  expected: readonly PhoneExpected[],
): string[] {
  return expected.flatMap(({ phone, by, texts }) => {
    const all = found.filter((row) => row.phone === phone)
    const [one] = all
    if (one === undefined || all.length > 1) return [`${phone} has ${all.length} conversations`]
    const given = carried.filter(({ to }) => to === phone).map(({ body }) => body)
    return [
      ...differences(`${phone} has runs`, one.runs, by === 'automation' ? ['done'] : []),
      ...differences(`${phone} has sessions`, one.sessions, by === 'chatbot' ? ['finished'] : []),
      ...differences(`${phone} has requests`, [one.requests], [by === 'automation' ? 1 : 0]),
      ...endings(`${phone} has texts`, one.texts, texts),
      ...endings(`the carrier has texts to ${phone}`, given, texts),
    ]
  })
}

function differences(what: string, has: readonly unknown[], wants: readonly unknown[]): string[] {
  return JSON.stringify(has) === JSON.stringify(wants) ? [] : [`${what} ${JSON.stringify(has)}`]
}

function endings(what: string, bodies: readonly string[], wanted: readonly string[]): string[] {
  const left = wanted.filter((ending) => !bodies.some((body) => body.endsWith(ending)))
  return left.length === 0 && bodies.length === wanted.length ? [] : [`${what} ${JSON.stringify(bodies)}`]
}
