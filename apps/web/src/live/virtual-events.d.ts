declare module 'virtual:events' {
  const table: import('./known-events.rules.ts').EventTable
  export default table
}
