import type { Referral } from '@foyer/contracts/imports/record-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { dateOf } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useServices } from '../../../parts/services.tsx'
import { Link } from '../../../ui/link.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { Card } from '../kind-head.tsx'
import type { UploadsOrganization } from '../organization.ts'
import { DocumentsDrawer } from './documents-drawer.tsx'
import { ListHeading, StackedFacts } from './list-parts.tsx'
import { useReferrals } from './use-referrals.ts'

interface ReferralListProps {
  organization: UploadsOrganization
  /** Begins with the referrals that have no documents. */
  withoutDocuments?: boolean
}

const EMPTY = { icon: ArrowUpRight, title: 'No referrals yet', detail: 'They come here with the first import.' }
const UNMATCHED = {
  icon: ArrowUpRight,
  title: 'No referral fits',
  detail: 'Search for another patient, MRN or provider.',
}

/** The referrals that imports have brought in, newest first. */
export function ReferralList({ organization, withoutDocuments = false }: ReferralListProps) {
  const { _id: organizationId, timezone } = organization
  const { values, isFiltered, change, clear } = useFilters(['search'])
  const [isOnlyWithout, setIsOnlyWithout] = useState(withoutDocuments)
  const [openId, setOpenId] = useState<string | null>(null)
  const rows = useReferrals(organizationId, { search: values.search.trim(), withoutDocuments: isOnlyWithout })
  const today = dayIn(useNow(useServices().clock), timezone)
  const opened = rows.data?.find(({ _id }) => _id === openId)
  return (
    <Card label="Referrals">
      <FilteredPage
        label="Filter the referrals"
        what="The referrals"
        size="md"
        fields={
          <>
            <ListHeading>Referrals</ListHeading>
            <SearchField
              label="Search referrals"
              placeholder="Patient, MRN or provider"
              value={values.search}
              onChange={(search) => change({ search })}
              className="w-64 max-w-full"
            />
            <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={isOnlyWithout}
                onChange={({ target }) => setIsOnlyWithout(target.checked)}
                className="size-4 accent-accent"
              />
              Without documents
            </label>
          </>
        }
        onClear={() => {
          clear()
          setIsOnlyWithout(false)
        }}
        empty={EMPTY}
        unmatched={UNMATCHED}
        rows={rows}
        isFiltered={isFiltered || isOnlyWithout}
      >
        {(found) => (
          <Table label="Referrals" columns={columnsOf(today, setOpenId)} rows={found} rowId={({ _id }) => _id} />
        )}
      </FilteredPage>
      <DocumentsDrawer {...{ organization }} referral={opened} onClose={() => setOpenId(null)} />
    </Card>
  )
}

const columnsOf = (today: string, onOpen: (id: string) => void): readonly Column<Referral>[] => [
  {
    ...{ id: 'patient', title: 'Patient', stacked: 'title' },
    cell: ({ patientId, patientName, patientMrn, referringProvider, date, reason }) => (
      <>
        <Link to={`/patients/${encodeURIComponent(patientId)}`} className="font-medium wrap-anywhere hover:underline">
          {patientName}
        </Link>
        <StackedFacts
          facts={[patientMrn === null ? '' : `MRN ${patientMrn}`, `from ${referringProvider}`, dateOf(date, today)]}
        />
        <StackedFacts facts={[reason ?? '']} />
      </>
    ),
  },
  {
    ...{ id: 'mrn', title: 'MRN', width: '7rem', stacked: 'hidden' },
    cell: ({ patientMrn }) => <span className="narrow">{patientMrn ?? ''}</span>,
  },
  {
    ...{ id: 'from', title: 'Referred by', stacked: 'hidden' },
    cell: ({ referringProvider }) => <span className="wrap-anywhere">{referringProvider}</span>,
  },
  {
    ...{ id: 'date', title: 'Date', width: '6.5rem', stacked: 'hidden' },
    cell: ({ date }) => <span className="num">{dateOf(date, today)}</span>,
  },
  {
    ...{ id: 'reason', title: 'Reason', stacked: 'hidden' },
    cell: ({ reason }) => <span className="wrap-anywhere text-muted">{reason ?? ''}</span>,
  },
  {
    ...{ id: 'documents', title: 'Documents', width: '7.5rem', stacked: 'action' },
    cell: ({ _id, documents, patientName }) =>
      documents === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <button
          type="button"
          aria-label={`${documentsWords(documents)} of ${patientName}`}
          onClick={() => onOpen(_id)}
          className="min-h-6 text-sm font-medium text-link hover:underline pointer-coarse:min-h-11"
        >
          {documentsWords(documents)}
        </button>
      ),
  },
]

function documentsWords(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`
}
