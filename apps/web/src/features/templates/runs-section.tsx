import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { campaignList, isListed } from '@foyer/contracts/campaign/collections.rules.ts'
import { statusLabel } from '@foyer/contracts/campaign/states.rules.ts'
import { Megaphone } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { Section } from '../../parts/page-sheet.tsx'
import { QueryState } from '../../parts/query-state.tsx'
import { useNextWhenEmpty } from '../../parts/rows/use-next-when-empty.ts'
import { useApi } from '../../parts/services.tsx'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'
import { Link } from '../../ui/link.tsx'
import { runAddress } from './template-words.rules.ts'

interface RunsSectionProps {
  organizationId: string
  templateId: string
  now: Date
  timezone: string
}

const PAGE = 10

/** The campaigns that the template made, newest first. */
export function RunsSection({ organizationId, templateId, now, timezone }: RunsSectionProps) {
  const api = useApi()
  const runs = useLiveCollection<Campaign>({
    id: `runs ${templateId}`,
    organizationId,
    collection: campaignList,
    belongs: (campaign) => isListed(campaign, { tab: 'all', search: '', templateId }),
    read: async (page, signal) =>
      pageOf<Campaign>(await api('campaigns', { query: { organizationId, templateId, limit: PAGE, ...page }, signal })),
  })
  useNextWhenEmpty(runs)
  return (
    <Section title="Runs" flush>
      <QueryState
        query={runs}
        what="The runs"
        rows={2}
        empty={
          runs.hasMore ? undefined : (
            <Note icon={Megaphone} title="No runs yet" detail="Each run stands here with its figures." />
          )
        }
      >
        {(rows) => (
          <>
            <ul aria-label="Runs" className="divide-y divide-line border-t border-line">
              {rows.map(({ _id, name, status, createdAt, results }) => (
                <li key={_id} data-campaign-id={_id} className="flex flex-wrap gap-x-4 px-4 py-2.5 text-sm md:px-5">
                  <Link
                    to={runAddress(_id)}
                    className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere underline-offset-2 hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                  <span className="num text-muted">
                    {`${statusLabel(status)} · ${momentLabel(createdAt, now, timezone)} · ${results.sent.toLocaleString('en-US')} sent · ${results.replied.toLocaleString('en-US')} replied`}
                  </span>
                </li>
              ))}
            </ul>
            <LoadMore rows={runs} what="runs" quiet />
          </>
        )}
      </QueryState>
    </Section>
  )
}
