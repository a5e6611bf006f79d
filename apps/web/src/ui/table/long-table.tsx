import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso'
import { TableFrame, TableHead, type TableModel } from './plain-table.tsx'

type InTable<Tag extends 'table' | 'thead' | 'tbody' | 'tr'> = ComponentProps<Tag> & { context: TableModel }

const COMPONENTS = {
  Table: ({ context, ...table }: InTable<'table'>) => (
    <TableFrame {...table} model={context} aria-rowcount={context.count + 1} />
  ),
  TableHead: ({ children }: InTable<'thead'>) => <TableHead>{children}</TableHead>,
  TableBody: ({ context, ...body }: InTable<'tbody'>) => (
    <tbody {...body} onKeyDown={context.onKeyDown} className="stacked:block" />
  ),
  TableRow: ({ context, ...row }: InTable<'tr'> & { 'data-index': number }) => (
    <tr {...row} aria-rowindex={row['data-index'] + 2} {...context.row(row['data-index'])} />
  ),
}

/** Renders only the visible rows of a long table, in the scroll container around it. */
export function LongTable({ model }: { model: TableModel }) {
  const place = useRef<HTMLDivElement>(null)
  const table = useRef<TableVirtuosoHandle>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { reach } = model

  useEffect(() => {
    setScroller(scrollerOf(place.current))
    reach.current = (index, drawn) => table.current?.scrollIntoView({ index, done: drawn })
    return () => {
      reach.current = null
    }
  }, [reach])

  return (
    <div ref={place}>
      {scroller && (
        <TableVirtuoso
          ref={table}
          customScrollParent={scroller}
          context={model}
          components={COMPONENTS}
          totalCount={model.count}
          computeItemKey={model.rowKey}
          fixedHeaderContent={() => model.head}
          itemContent={(index) => model.cells(index)}
          increaseViewportBy={400}
        />
      )}
    </div>
  )
}

function scrollerOf(element: HTMLElement | null): HTMLElement {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}
