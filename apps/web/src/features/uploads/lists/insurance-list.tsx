import type { InsuranceProvider } from '@foyer/contracts/imports/record-calls.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { FilteredPage } from '../../../parts/rows/filtered-page.tsx'
import { rowsOf } from '../../../parts/rows/paged-rows.ts'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useApi } from '../../../parts/services.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { Card } from '../kind-head.tsx'

const PAGE = 50
const EMPTY = {
  icon: ShieldCheck,
  title: 'No insurance providers yet',
  detail: 'They come here with the first import.',
}
const UNMATCHED = { icon: ShieldCheck, title: 'None fits', detail: 'Search for another name or payer ID.' }

const COLUMNS: readonly Column<InsuranceProvider>[] = [
  { id: 'name', title: 'Name', stacked: 'title', cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: 'payerId',
    title: 'Payer ID',
    width: '10rem',
    cell: ({ payerId }) => <span className="num">{payerId ?? ''}</span>,
  },
  {
    ...{ id: 'phone', title: 'Phone', width: '12rem' },
    cell: ({ phone }) => <span className="num">{phone === null ? '' : displayPhone(phone)}</span>,
  },
]

/** The insurance providers that imports have brought in. */
export function InsuranceList({ organizationId }: { organizationId: string }) {
  const { values, isFiltered, change, clear } = useFilters(['search'])
  const rows = useInsuranceProviders(organizationId, values.search.trim())
  return (
    <Card
      label="Insurance providers"
      head={<h2 className="text-md font-semibold tracking-tight">Insurance providers</h2>}
    >
      <FilteredPage
        label="Filter the insurance providers"
        what="The insurance providers"
        fields={
          <SearchField
            label="Search insurance providers"
            placeholder="Name or payer ID"
            value={values.search}
            onChange={(search) => change({ search })}
            className="w-64 max-w-full"
          />
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

function useInsuranceProviders(organizationId: string, search: string) {
  const api = useApi()
  const query = useInfiniteQuery({
    queryKey: ['insurance providers', organizationId, search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const asked = { organizationId, limit: PAGE, ...(search !== '' && { search }) }
      return api('insuranceProviders', { query: { ...asked, ...(pageParam !== '' && { cursor: pageParam }) }, signal })
    },
    getNextPageParam: ({ cursor }) => cursor,
  })
  return rowsOf<InsuranceProvider>(
    query,
    query.data?.pages.flatMap(({ data }) => data),
  )
}
