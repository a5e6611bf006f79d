/** Measures GraphQL beside the calls that its fields make, lists with children of two lengths, and documents that are refused. */
import { pathOf } from '@foyer/api/http/graphql/endpoint.ts'
import { type GeneratedClinic, openGenerated } from './generated-clinic.ts'
import { addVisits } from './generated-visits.ts'
import { median, ms, type Row, ratio } from './statistics.ts'

const ASKED = 200
const WARM_UP = 30
const PATIENTS = 2000

const CAMPAIGNS = `query ($organizationId: ID!) {
  campaigns(organizationId: $organizationId) { _id organizationId name kind type status revision scheduledAt savedAt }
}`
const CHILDREN = `query ($organizationId: ID!, $limit: Int) {
  patients(organizationId: $organizationId, limit: $limit) {
    _id name conversation { id status unreadCount } appointments(limit: 5) { _id date time doctorName status }
  }
}`
const CHEAPEST = 'query { me { _id } }'
const COSTLY = `query { ${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}: me { _id }`).join(' ')} }`

interface Answer {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly { readonly message: string }[]
  readonly extensions?: { readonly statements: number }
}

export async function benchGraphql(): Promise<Row[]> {
  const clinic = await openGenerated({ organizations: 1, conversations: 1000, messages: 1 })
  try {
    await addVisits(clinic.databaseUrl, clinic.organizationId, PATIENTS)
    const { member, organizationId } = clinic
    const children = (limit: number) => () => answered(clinic, CHILDREN, { organizationId, limit })
    const byCall = () => member.call('campaigns', { query: { organizationId } })
    const byField = () => answered(clinic, CAMPAIGNS, { organizationId })
    const refused = async () => {
      if (!(await ask(clinic, COSTLY, { organizationId })).errors) throw new Error('A costly document was answered.')
    }
    return [
      await compared('campaigns by GraphQL, beside the call', [byField, byCall], 1.5),
      await compared('50 patients with their children, beside 5', [children(50), children(5)], 3),
      await sameStatements(clinic),
      await compared('a refused document, beside the cheapest', [refused, () => answered(clinic, CHEAPEST)], 0.5),
    ]
  } finally {
    await clinic.stop()
  }
}

async function ask({ url, member }: GeneratedClinic, query: string, variables = {}): Promise<Answer> {
  const response = await fetch(url + pathOf('main'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}`, 'x-explain': '1' },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()) as Answer
}

async function answered(clinic: GeneratedClinic, query: string, variables = {}): Promise<Answer> {
  const answer = await ask(clinic, query, variables)
  if (answer.errors || !answer.data) throw new Error(`GraphQL refused: ${JSON.stringify(answer)}`)
  return answer
}

type Question = () => Promise<unknown>

/** Asks both in turn, so that both meet the same machine. */
async function compared(what: string, [one, other]: readonly [Question, Question], most: number): Promise<Row> {
  const times = new Map<Question, number[]>([
    [one, []],
    [other, []],
  ])
  for (let round = -WARM_UP; round < ASKED; round++)
    for (const [question, samples] of times) {
      const started = performance.now()
      await question()
      if (round >= 0) samples.push(performance.now() - started)
    }
  const [figure, baseline] = [median(times.get(one) ?? []), median(times.get(other) ?? [])]
  return {
    ...{ what, figure: ms(figure), baseline: ms(baseline), ratio: ratio(figure, baseline) },
    ...{ aim: `at most ${most} ×`, isMissed: figure > most * baseline },
  }
}

async function sameStatements(clinic: GeneratedClinic): Promise<Row> {
  const statements = async (limit: number) => {
    const { extensions } = await answered(clinic, CHILDREN, { organizationId: clinic.organizationId, limit })
    return extensions?.statements ?? Number.NaN
  }
  const [many, few] = [await statements(50), await statements(5)]
  return {
    ...{ what: '… and their statements', figure: `${many}`, baseline: `${few}`, ratio: ratio(many, few) },
    ...{ aim: 'equal', isMissed: many !== few },
  }
}
