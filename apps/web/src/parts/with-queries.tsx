import type { ComponentType, FunctionComponent } from 'react'

/** A part of the page that asks for what isn't live, fetched together with what it asks by. */
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
