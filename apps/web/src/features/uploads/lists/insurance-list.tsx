import { endsImport } from '@foyer/contracts/imports/import-end.rules.ts'
import type { InsuranceProvider } from '@foyer/contracts/imports/record-calls.ts'
import { insuranceProviderList } from '@foyer/contracts/imports/record-collections.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { ShieldCheck } from 'lucide-react'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { Card } from '../kind-head.tsx'
import { ListHeading, StackedFacts } from './list-parts.tsx'

const PAGE = 50
const EMPTY = {
  icon: ShieldCheck,
  title: 'No insurance providers yet',
  detail: 'They come here with the first import.',
}
const UNMATCHED = { icon: ShieldCheck, title: 'None fits', detail: 'Search for another name or payer ID.' }

const phoneOf = ({ phone }: InsuranceProvider) => (phone === null ? '' : displayPhone(phone))

const COLUMNS: readonly Column<InsuranceProvider>[] = [
  {
    ...{ id: 'name', title: 'Name', stacked: 'title' },
    cell: (provider) => (
      <>
        <span className="font-medium wrap-anywhere">{provider.name}</span>
        <StackedFacts facts={[provider.payerId === null ? '' : `Payer ID ${provider.payerId}`, phoneOf(provider)]} />
      </>
    ),
  },
  {
    ...{ id: 'payerId', title: 'Payer ID', width: '10rem', stacked: 'hidden' },
    cell: ({ payerId }) => <span className="num">{payerId ?? ''}</span>,
  },
  {
    ...{ id: 'phone', title: 'Phone', width: '12rem', stacked: 'hidden' },
    cell: (provider) => <span className="num">{phoneOf(provider)}</span>,
  },
]

/** The insurance providers that imports have brought in. */
export function InsuranceList({ organizationId }: { organizationId: string }) {
  const { values, isFiltered, change, clear } = useFilters(['search'])
  const rows = useInsuranceProviders(organizationId, values.search.trim())
  return (
    <Card label="Insurance providers">
      <FilteredPage
        label="Filter the insurance providers"
        what="The insurance providers"
        size="md"
        fields={
          <>
            <ListHeading>Insurance providers</ListHeading>
            <SearchField
              label="Search insurance providers"
              placeholder="Name or payer ID"
              value={values.search}
              onChange={(search) => change({ search })}
              className="w-64 max-w-full"
            />
          </>
        }
        onClear={clear}
        empty={EMPTY}
        unmatched={UNMATCHED}
        {...{ rows, isFiltered }}
      >
        {(found) => <Table label="Insurance providers" columns={COLUMNS} rows={found} rowId={({ _id }) => _id} />}
      </FilteredPage>
    </Card>
  )
}

/** By name. An import tells of none of them, so its end is awaited. */
function useInsuranceProviders(organizationId: string, search: string) {
  const api = useApi()
  return useLiveCollection<InsuranceProvider>({
    id: `insurance providers ${search}`,
    organizationId,
    collection: insuranceProviderList,
    outdates: (event) => endsImport(event, ['insuranceProviders']),
    read: async (page, signal) => {
      const query = { organizationId, limit: PAGE, ...(search !== '' && { search }) }
      return pageOf<InsuranceProvider>(await api('insuranceProviders', { query: { ...query, ...page }, signal }))
    },
  })
}
