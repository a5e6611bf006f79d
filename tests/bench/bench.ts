/**
 * Runs the benchmarks. Each figure comes with a baseline of the same run; only the ratio can be compared across
 * machines. Arguments select benchmarks: `npm run bench -- automations calls campaigns canvas chatbot dashboards delivery fanout first-load graphql imports lint list overload reminders replies reviews scale search sheets uploads visits`.
 */
import { cpus } from 'node:os'
import { benchAutomations } from './automations.bench.ts'
import { benchCalls } from './calls.bench.ts'
import { benchCampaigns } from './campaigns.bench.ts'
import { benchCanvas } from './canvas.bench.ts'
import { benchChatbot } from './chatbot.bench.ts'
import { benchDashboards } from './dashboards.bench.ts'
import { benchDelivery } from './delivery.bench.ts'
import { benchFanOut } from './fan-out.bench.ts'
import { benchFirstLoad } from './first-load.bench.ts'
import { benchGraphql } from './graphql.bench.ts'
import { benchImports } from './imports.bench.ts'
import { benchInteraction } from './interaction.bench.ts'
import { benchLint } from './lint.bench.ts'
import { benchList } from './list.bench.ts'
import { benchOverload } from './overload.bench.ts'
import { benchReminders } from './reminders.bench.ts'
import { benchReplies } from './replies.bench.ts'
import { benchReviews } from './reviews.bench.ts'
import { benchScale } from './scale.bench.ts'
import { benchScroll } from './scroll.bench.ts'
import { benchSearch } from './search.bench.ts'
import { benchSheets } from './sheets.bench.ts'
import { print, type Row } from './statistics.ts'
import { benchUploads } from './uploads.bench.ts'
import { benchVisits } from './visits.bench.ts'

const BENCHES: Record<string, readonly [title: string, run: () => Promise<Row[]>]> = {
  automations: ['Texts while 50 automations are on', benchAutomations],
  calls: ['Four calls of the API, and a bare program that does the same', benchCalls],
  campaigns: ['The inbox while a campaign of 20,000 patients is prepared and sent', benchCampaigns],
  canvas: ['A chatbot of 200 blocks on its canvas, the processor four times slower', benchCanvas],
  chatbot: ['Texts that a chatbot answers', benchChatbot],
  dashboards: ['Dashboards of a million messages', benchDashboards],
  fanout: ['Fan-out: 1,000 subscribers, updates of 400 bytes, one core for the server', benchFanOut],
  delivery: ["A patient's text on 100 screens, 20 texts a second", benchDelivery],
  'first-load': ['What a browser receives until a screen can be used', benchFirstLoad],
  graphql: ['GraphQL beside the calls that it makes', benchGraphql],
  imports: ['An import of visits', benchImports],
  interaction: ['From a hand to the next paint, the processor four times slower', benchInteraction],
  lint: ['The privacy lint of a reply to a review', benchLint],
  list: ['A page of the conversation list', benchList],
  overload: ['The API at four times what it serves', benchOverload],
  reminders: ['Reminders that are due at once', benchReminders],
  replies: ['Texts that answer reminders', benchReplies],
  reviews: ['Reviews of a clinic that has 100,000 of them', benchReviews],
  scale: ['An inbox of 100,000 conversations and a million messages', benchScale],
  search: ['Search as one types: 100,000 conversations, a million messages', benchSearch],
  sheets: ['The inbox while a file of 20,000 patients is imported', benchSheets],
  scroll: ['Scrolling through 100,000 conversations, 200 changes a second', benchScroll],
  uploads: ['Files that come in at once', benchUploads],
  visits: ['A schedule of a million appointments', benchVisits],
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  const bench = BENCHES[name]
  if (!bench) {
    console.error(`"${name}" is no benchmark: ${Object.keys(BENCHES).join(', ')}`)
    process.exit(1)
  }
  const [title, run] = bench
  const rows = await run()
  print(title, rows)
  if (rows.some(({ isMissed }) => isMissed)) process.exitCode = 1
}
