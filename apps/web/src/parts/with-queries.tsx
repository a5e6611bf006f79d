import type { ComponentType } from 'react'

/** A part of the page that asks for what isn't live, and what it asks by, fetched together: for `lazy`. */
export async function withQueries<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const [Part, { Queries }] = await Promise.all([load(), import('./queries.tsx')])
  const Asking = (props: Props) => (
    <Queries>
      <Part {...props} />
    </Queries>
  )
  return { default: Asking }
}
