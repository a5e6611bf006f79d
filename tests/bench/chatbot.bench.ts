/**
 * Measures how long the API takes in a text that a chatbot answers, beside a text that nobody answers while no chatbot is live,
 * in rounds in turn. The first text of a patient begins the chatbot, and the second answers its question. The processes are those
 * of the four calls.
 */
import { type CallsWorld, openCallsWorld } from './calls-world.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'
import { countUntil, takeInRounds } from './taking-in.ts'

const ROUNDS = 9
const PATIENTS = 50
const MOST = 2

export async function benchChatbot(): Promise<Row[]> {
  const world = await openCallsWorld()
  try {
    const { member, organizationId } = world
    const flowId = await publish(world)
    const taken = await takeInRounds(world, {
      ...{ rounds: ROUNDS, patients: PATIENTS, kinds: ['unanswered', 'answered'] },
      arrange: (kind) =>
        member.call('setChatbotStatus', {
          params: { flowId },
          body: { organizationId, status: kind === 'answered' ? 'live' : 'paused', running: 'keep' },
        }),
      textsOf: (kind) => (kind === 'answered' ? ['refill', '2'] : ['I will bring my papers', 'And my card']),
    })
    const { first = [], later = [] } = taken.get('unanswered') ?? {}
    const unanswered = [...first, ...later]
    const answered = taken.get('answered')
    const row = (what: string, times: readonly number[], share: number) => {
      const [figure, baseline] = [quantile(times, share), quantile(unanswered, share)]
      return {
        what: `taking in a text that ${what}, p${share * 100}`,
        figure: ms(figure),
        baseline: `nobody answers: ${ms(baseline)}`,
        ratio: ratio(figure, baseline),
        ...(share === 0.99 && { aim: `at most ${MOST} ×`, isMissed: figure > MOST * baseline }),
      }
    }
    return [
      row('begins a chatbot', answered?.first ?? [], 0.5),
      row('answers its question', answered?.later ?? [], 0.5),
      row('a chatbot answers', [...(answered?.first ?? []), ...(answered?.later ?? [])], 0.99),
      await didAnswer(world),
    ]
  } finally {
    await world.stop()
  }
}

async function publish({ member, organizationId }: CallsWorld): Promise<string> {
  const flow = {
    name: 'Refills',
    nodes: [
      { id: 'start', kind: 'start', settings: { channels: ['sms'], starts: 'keyword', keywords: ['refill'] } },
      {
        ...{ id: 'left', kind: 'question', text: 'How many days do you have left?', settings: { saveAs: 'left' } },
        options: [
          { id: 'none', label: 'None left' },
          { id: 'few', label: 'Less than a week' },
        ],
      },
      { id: 'medicine', kind: 'question', text: 'Which medicine?', settings: { expects: 'text', saveAs: 'medicine' } },
      { id: 'nurse', kind: 'handoff', text: 'A person will answer you here.' },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'left' },
      { id: 'e2', source: 'left', target: 'medicine', port: 'none' },
      { id: 'e3', source: 'left', target: 'medicine', port: 'few' },
      { id: 'e4', source: 'medicine', target: 'nurse' },
    ],
  } as never
  const { data } = await member.call('saveChatbotFlow', { body: { organizationId, flow } })
  const { _id: flowId, revision } = data
  const body = { organizationId, revision, note: 'To measure it' }
  await member.call('publishChatbot', { params: { flowId }, body })
  return flowId
}

/** Counts the answers, so that a text that was taken in fast and not answered is found. */
async function didAnswer({ product, organizationId, query }: CallsWorld): Promise<Row> {
  const wanted = 2 * ROUNDS * PATIENTS
  const answers = await countUntil(wanted, async () => {
    const [counted] = await query<{ answers: number }>(
      product,
      `select count(*)::int as answers from messages
       where organization_id = $1 and origin = 'bot' and not private and direction = 'outbound'`,
      [organizationId],
    )
    return counted?.answers ?? 0
  })
  return { what: 'texts of the chatbot', figure: `${answers}`, aim: `${wanted}`, isMissed: answers !== wanted }
}
