import type { ComponentType, FunctionComponent } from 'react'

/** Loads a component that uses queries, together with the query client. */
export async function withQueries<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<FunctionComponent<Props>> {
  const [Part, { Queries }] = await Promise.all([load(), import('./queries.tsx')])
  return (props) => (
    <Queries>
      <Part {...props} />
    </Queries>
  )
}
