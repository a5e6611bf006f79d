/** The catalogue of metrics. The API declares the rows of each; a screen asks for its figure and for the rows behind it. */

const figureChannels = ['sms', 'chat', 'email', 'fax', 'voice'] as const
export const requestKinds = ['appointment', 'prescription', 'billing', 'concierge', 'other', 'form'] as const
export type RequestKind = (typeof requestKinds)[number]
export const ratings = ['1', '2', '3', '4', '5'] as const

/** The upper edges of waits, in minutes of open time; an edge belongs to its bucket. */
export const WAIT_EDGES = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 90, 120, 180, 240, 480],
] as const
/** The bucket of the waits beyond the last edge. */
export const LONGER = 'more'
const waitBuckets: readonly string[] = [...WAIT_EDGES.map(String), LONGER]

export const cuts = ['channel', 'staff', 'bucket', 'rating', 'type', 'location', 'doctor', 'campaign', 'form'] as const
export type Cut = (typeof cuts)[number]
/** The value of rows that have none in a cut. */
export const NO_VALUE = 'none'

/** The values of the cuts that have a fixed list; those of the others are ids and names. */
export const cutValues: Partial<Record<Cut, readonly string[]>> = {
  channel: figureChannels,
  bucket: waitBuckets,
  rating: ratings,
  type: requestKinds,
}

interface MetricFacts {
  /** The words for what it counts, as they follow the number: "3,418 received from patients". */
  readonly counts: string
  readonly cuts: readonly Cut[]
  /** How many there are now; it has no day. */
  readonly isGauge?: true
}

const VISIT: readonly Cut[] = ['location', 'doctor']
const CAMPAIGN: readonly Cut[] = ['campaign']

export const metrics = {
  'messages.received': { counts: 'received from patients', cuts: ['channel'] },
  /** By the staff and automatically. */
  'messages.sent': { counts: 'sent by the clinic', cuts: ['channel', 'staff'] },
  'messages.staff': { counts: 'sent by the staff', cuts: ['channel', 'staff'] },
  'messages.automatic': { counts: 'sent automatically', cuts: ['channel', 'staff'] },
  'messages.failed': { counts: 'not delivered', cuts: ['channel'] },
  'waits.answered': { counts: 'waits answered', cuts: ['bucket', 'staff'] },
  /** Within the minutes after which a wait is late. */
  'waits.within': { counts: 'waits answered in time', cuts: ['bucket', 'staff'] },
  'reminders.sent': { counts: 'reminders sent', cuts: ['channel'] },
  'reminders.failed': { counts: 'reminders not delivered', cuts: ['channel'] },
  'reminders.confirmed': { counts: 'reminders confirmed', cuts: ['channel'] },
  'reviews.received': { counts: 'reviews', cuts: ['rating'] },
  'reviews.replied': { counts: 'reviews with a reply', cuts: ['rating'] },
  'reviews.waiting': { counts: 'reviews that wait for a reply', cuts: ['rating'] },
  'requests.made': { counts: 'requests', cuts: ['type'] },
  'requests.self': { counts: 'finished without the staff', cuts: ['type'] },
  'visits.booked': { counts: 'visits', cuts: VISIT },
  'visits.confirmed': { counts: 'visits confirmed', cuts: VISIT },
  'visits.kept': { counts: 'visits kept', cuts: VISIT },
  'visits.cancelled': { counts: 'visits cancelled', cuts: VISIT },
  'visits.noShow': { counts: 'no-shows', cuts: VISIT },
  'visits.rescheduled': { counts: 'visits moved', cuts: VISIT },
  'campaign.sent': { counts: 'sent', cuts: CAMPAIGN },
  'campaign.delivered': { counts: 'delivered', cuts: CAMPAIGN },
  'campaign.failed': { counts: 'failed', cuts: CAMPAIGN },
  'campaign.opened': { counts: 'opened', cuts: CAMPAIGN },
  'campaign.clicked': { counts: 'clicked', cuts: CAMPAIGN },
  'campaign.replied': { counts: 'replied', cuts: CAMPAIGN },
  'campaign.optedOut': { counts: 'opted out', cuts: CAMPAIGN },
  'campaign.booked': { counts: 'booked a visit', cuts: CAMPAIGN },
  'forms.submitted': { counts: 'forms submitted', cuts: ['form'] },
  'conversations.open': { counts: 'open conversations', cuts: ['type'], isGauge: true },
  'conversations.waiting': { counts: 'waiting conversations', cuts: ['type'], isGauge: true },
  'count.unreadMessages': { counts: 'unread messages', cuts: [], isGauge: true },
  'count.openRequests': { counts: 'open requests', cuts: [], isGauge: true },
  'count.otherRequests': { counts: 'other requests', cuts: [], isGauge: true },
  'count.openConciergeRequests': { counts: 'concierge requests', cuts: [], isGauge: true },
  'count.thumbsDown': { counts: 'thumbs down', cuts: [], isGauge: true },
} as const satisfies Record<string, MetricFacts>

export type MetricName = keyof typeof metrics
export const metricNames = Object.keys(metrics) as readonly MetricName[]

export function factsOf(metric: MetricName): MetricFacts {
  return metrics[metric]
}

/** The hours of visits are kept for their places and doctors too; of other metrics for the whole alone. */
export function hasHours(metric: MetricName, cut: Cut | undefined): boolean {
  return !factsOf(metric).isGauge && (cut === undefined || metric.startsWith('visits.'))
}

export function bucketOfWait(openSeconds: number): string {
  return String(WAIT_EDGES.find((edge) => openSeconds <= edge * 60) ?? LONGER)
}

/** A typical wait beyond the last edge. */
export const MORE_MINUTES = 481

/** The edge of the bucket that has the middle answer; null without an answer. */
export function typicalMinutes(counts: Readonly<Record<string, number>>): number | null {
  const all = waitBuckets.reduce((sum, bucket) => sum + (counts[bucket] ?? 0), 0)
  if (all === 0) return null
  let before = 0
  for (const [place, bucket] of waitBuckets.entries()) {
    before += counts[bucket] ?? 0
    if (before >= all / 2) return WAIT_EDGES[place] ?? MORE_MINUTES
  }
  return MORE_MINUTES
}

/** The waits that were answered within these minutes, which are an edge. */
export function answeredWithin(counts: Readonly<Record<string, number>>, minutes: (typeof WAIT_EDGES)[number]): number {
  return WAIT_EDGES.filter((edge) => edge <= minutes).reduce((sum, edge) => sum + (counts[edge] ?? 0), 0)
}
