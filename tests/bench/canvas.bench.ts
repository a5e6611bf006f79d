/**
 * Drags blocks of a chatbot of 200 on its canvas while the processor is four times slower, and counts what the builder loads
 * beside the shell. The baseline is a chatbot of 20 blocks in the same browser.
 */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { chromium, type Page, type Request } from 'playwright'
import { BROWSER_FLAGS, browserPath } from '../../scripts/browser.ts'
import { type Member, signIn } from '../support/member.ts'
import { createWorld, DEMO_PASSWORD, type World } from '../support/world.ts'
import { type Watched, watchFrames } from './frames.ts'
import { ms, quantile, type Row, ratio } from './statistics.ts'

const ORGANIZATION = 'org_cedar'
const SLOWER = 4
const STEPS = 60
const LONG_MS = 50
const ROUTE_BYTES = 160_000

export async function benchCanvas(): Promise<Row[]> {
  const world = await createWorld()
  const executablePath = browserPath()
  const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) })
  try {
    const sam = await signIn(world.url, 'sam@demo.test')
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const form = { email: 'lena@demo.test', password: DEMO_PASSWORD }
    await page.context().request.post(`${world.url}/api/auth/login`, { form, maxRedirects: 0 })
    const [small, large] = [await addFlow(sam, 20), await addFlow(sam, 200)]
    const route = await routeBytes(page, world, small)
    const few = await dragged(page, world, small)
    const many = await dragged(page, world, large)
    return [
      {
        ...{ what: 'builder, beside the shell', figure: `${(route / 1000).toFixed(1)} KB` },
        ...{ aim: `${ROUTE_BYTES / 1000} KB or less`, isMissed: route > ROUTE_BYTES },
      },
      ...rowsOf(many, few),
    ]
  } finally {
    await browser.close()
    await world.stop()
  }
}

/** Questions in rows of twenty, each with two answers, one after the other. */
function flowOf(blocks: number): Omit<Flow, '_id'> {
  const question = (at: number): Flow['nodes'][number] => ({
    ...{ id: `q${at}`, kind: 'question', title: `Question ${at}`, text: `What about number ${at}?` },
    options: ['Yes, please', 'No, thanks'].map((label, nth) => ({ id: `q${at}o${nth}`, label })),
    at: { x: 300 + (at % 20) * 280, y: Math.floor(at / 20) * 220 },
  })
  const asked = Array.from({ length: blocks - 2 }, (_, at) => question(at))
  const idAfter = (at: number) => (at + 1 < asked.length ? `q${at + 1}` : 'end')
  return {
    name: `Canvas of ${blocks}`,
    nodes: [
      { id: 'start', kind: 'start', text: '', options: [], at: { x: 0, y: 0 } },
      ...asked,
      { id: 'end', kind: 'end', text: '', options: [], at: { x: 0, y: 300 } },
    ],
    edges: [
      { id: 'e', source: 'start', target: 'q0' },
      ...asked.flatMap(({ id }, at) =>
        [0, 1].map((nth) => ({ id: `e${at}o${nth}`, source: id, target: idAfter(at), port: `${id}o${nth}` })),
      ),
    ],
    settings: {},
  }
}

async function addFlow(member: Member, blocks: number): Promise<string> {
  const body = { organizationId: ORGANIZATION, flow: flowOf(blocks) }
  return (await member.call('saveChatbotFlow', { body, key: crypto.randomUUID() })).data._id
}

/** Scripts and styles as the server compressed them, without those that the inbox has too. */
async function routeBytes(page: Page, { url }: World, flowId: string): Promise<number> {
  const sizes = new Map<string, number>()
  const onFinished = async (request: Request) => {
    if (!/\.(js|css)$/.test(new URL(request.url()).pathname)) return
    sizes.set(request.url(), (await request.sizes()).responseBodySize)
  }
  page.on('requestfinished', onFinished)
  await page.goto(`${url}/inbox`)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
  const shell = new Set(sizes.keys())
  await page.goto(`${url}/chatbot/${flowId}`)
  await page.locator('[data-node-id]').first().waitFor()
  await page.waitForLoadState('networkidle')
  // A part that loads after the drags may finish as the browser closes, and its size cannot be asked for then.
  page.off('requestfinished', onFinished)
  return [...sizes].filter(([address]) => !shell.has(address)).reduce((sum, [, bytes]) => sum + bytes, 0)
}

async function dragged(page: Page, { url }: World, flowId: string): Promise<Watched> {
  await page.goto(`${url}/chatbot/${flowId}`)
  const block = page.getByRole('group', { name: 'Question 3', exact: true })
  await block.waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const box = await block.boundingBox()
  if (!box) throw new Error('The block is not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // The press and the first step belong to no drag.
  await page.mouse.move(x + 8, y + 8)
  const watched = await watchFrames({ page }, async () => {
    for (let step = 1; step <= STEPS; step++) await page.mouse.move(x + 8 + step * 3, y + 8 + (step % 10) * 4)
  })
  await page.mouse.up()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return watched
}

function rowsOf(many: Watched, few: Watched): Row[] {
  const longest = ({ tasks }: Watched) => Math.max(0, ...tasks.map(({ wall }) => wall))
  const most = ({ tasks }: Watched) => Math.max(0, ...tasks.map(({ cpu }) => cpu))
  const long = many.tasks.filter(({ wall }) => wall > LONG_MS).length
  return [
    {
      what: 'drag among 200 blocks, and among 20: longest task',
      baseline: ms(longest(few)),
      figure: ms(longest(many)),
      ratio: ratio(longest(many), longest(few)),
      aim: `under ${LONG_MS} ms`,
    },
    {
      what: 'drag among 200 blocks, most processor time of a task',
      baseline: ms(most(few)),
      figure: ms(most(many)),
      ratio: ratio(most(many), most(few)),
    },
    { what: `drag among 200 blocks, tasks over ${LONG_MS} ms`, figure: `${long} of ${many.tasks.length}`, aim: '0' },
    {
      what: 'drag among 200 blocks, from frame to frame',
      baseline: `p99 ${ms(quantile(few.gaps, 0.99))}`,
      figure: `p99 ${ms(quantile(many.gaps, 0.99))}`,
      ratio: ratio(quantile(many.gaps, 0.99), quantile(few.gaps, 0.99)),
    },
  ]
}
