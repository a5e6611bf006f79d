import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { SampleCell } from './column-cell.tsx'

/** The first rows below their headers, as the file is read now. */
export function FirstRows({ columns }: { columns: readonly ImportColumn[] }) {
  const most = Math.max(0, ...columns.map(({ sample }) => sample.length))
  if (most === 0) return null
  return (
    <section aria-label="Read so far" className="space-y-1.5">
      <h3 className="text-sm font-medium">Read so far</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="scrollbar-quiet overflow-x-auto rounded-md border border-line">
        <table aria-label="First rows" className="text-left text-xs whitespace-nowrap">
          <thead className="narrow bg-sunken text-muted">
            <tr>
              {columns.map(({ index, header }) => (
                <th key={index} scope="col" className="max-w-48 truncate px-2.5 py-1.5 font-medium">
                  <bdi>{header === '' ? 'No header' : header}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: most }, (_, at) => (
              <tr key={at}>
                {columns.map(({ index, sample }) => (
                  <td key={index} className="max-w-48 truncate border-t border-line px-2.5 py-1.5">
                    <SampleCell text={sample[at]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
