import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { type CampaignTab, campaignTabs } from '@foyer/contracts/campaign/collections.rules.ts'
import { clsx } from 'clsx'
import { Megaphone, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useNextWhenEmpty } from '../../../parts/rows/use-next-when-empty.ts'
import { useServices } from '../../../parts/services.tsx'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { CampaignRow } from './campaign-row.tsx'
import { type CampaignActions, useCampaignActions } from './use-campaign-actions.ts'
import { useCampaigns } from './use-campaigns.ts'

const LABELS: Readonly<Record<CampaignTab, string>> = {
  all: 'All',
  drafts: 'Drafts',
  scheduled: 'Scheduled',
  running: 'Running',
  finished: 'Finished',
}

interface CampaignsScreenProps {
  organizationId: string
  name: string
  timezone: string
}

/** [CAMP-01] The organization's campaigns by status, each with what became of its texts. */
export function CampaignsScreen({ organizationId, name, timezone }: CampaignsScreenProps) {
  const { values, change, clear, isFiltered } = useFilters(['tab', 'search'])
  const tab = campaignTabs.find((one) => one === values.tab) ?? 'all'
  const actions = useCampaignActions(organizationId)
  const found = useCampaigns(organizationId, { tab, search: values.search })
  const rows = { ...found, data: found.data?.filter(({ _id }) => !actions.removed.has(_id)) }
  useNextWhenEmpty(rows)
  const field = useRef<HTMLInputElement>(null)
  useCommands([
    {
      ...{ id: 'search campaigns', title: 'Search campaigns', keys: ['/'], group: 'Lists' },
      run: () => field.current?.focus(),
    },
  ])
  const create = (
    <div className="flex flex-wrap gap-2">
      <Link to="/notifications" className={buttonLook('ghost', 'md')}>
        To one person
      </Link>
      <Link to="/templates" className={buttonLook('ghost', 'md')}>
        Templates
      </Link>
      <Link to="/campaigns/new" className={buttonLook('primary', 'md')}>
        <Plus aria-hidden size={16} />
        New campaign
      </Link>
    </div>
  )
  const empty = isFiltered ? (
    <Note icon={Megaphone} title="No campaign fits" detail="Search for another name, or look at all of them.">
      <Button onClick={clear}>Show everything</Button>
    </Note>
  ) : (
    <Note
      icon={Megaphone}
      title="No campaigns yet"
      detail="A campaign sends one text or email to many patients, and shows who got it and who answered."
    >
      {create}
    </Note>
  )
  return (
    <PageSheet title="Campaigns" lead={`Texts and emails from ${name} to many patients.`} wide action={create}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 md:px-5">
          <TabRow<CampaignTab>
            label="Status"
            value={tab}
            onChange={(next) => change({ tab: next === 'all' ? '' : next })}
            className="flex min-w-0 gap-5 overflow-x-auto [scrollbar-width:none]"
            entries={campaignTabs.map((value) => ({
              ...{ value, content: LABELS[value] },
              className: clsx(
                'focus-inset min-h-12 shrink-0 border-y-2 border-t-transparent px-0.5 text-sm whitespace-nowrap pointer-coarse:min-w-11',
                value === tab ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
              ),
            }))}
          />
          <search className="max-md:w-full max-md:py-2">
            <SearchField
              ref={field}
              label="Search campaigns"
              placeholder="Name"
              value={values.search}
              onChange={(search) => change({ search })}
              className="w-64 max-w-full max-md:w-full"
            />
          </search>
        </div>
        <QueryState
          query={rows}
          what="The campaigns"
          rows={6}
          empty={rows.hasMore ? undefined : <div className="border-t border-line">{empty}</div>}
        >
          {(campaigns) => (
            <>
              <Rows {...{ campaigns, actions, timezone }} />
              <LoadMore rows={rows} what="campaigns" />
            </>
          )}
        </QueryState>
      </div>
    </PageSheet>
  )
}

interface RowsProps {
  campaigns: readonly Campaign[]
  actions: CampaignActions
  timezone: string
}

function Rows({ campaigns, actions, timezone }: RowsProps) {
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const [deleting, setDeleting] = useState<Campaign | null>(null)
  const close = () => {
    actions.forget()
    setDeleting(null)
  }
  return (
    <>
      <ul aria-label="Campaigns" className="divide-y divide-line border-t border-line">
        {campaigns.map((campaign) => (
          <li key={campaign._id} data-campaign-id={campaign._id}>
            <CampaignRow
              {...{ campaign, now, timezone, offline }}
              onCopy={() => void actions.copy(campaign)}
              onDelete={() => setDeleting(campaign)}
            />
          </li>
        ))}
      </ul>
      {deleting !== null && (
        <ConfirmDialog
          title={`Delete “${deleting.name}”?`}
          confirm="Delete campaign"
          danger
          busy={actions.busy === deleting._id}
          disabledReason={offlineReason(offline, 'Deleting')}
          error={actions.error}
          onConfirm={() => void actions.remove(deleting).then((isDeleted) => isDeleted && close())}
          onClose={close}
        >
          <p>Its words and its results are lost. What was sent stays in the threads.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
