/** The choices that a chatbot offered with a message, as the patient saw them. They answer nothing here. */
export function PromptChoices({ choices }: { choices: readonly string[] }) {
  return (
    <ul aria-label="Choices offered" className="mt-1 flex flex-wrap justify-end gap-1">
      {choices.map((choice, place) => (
        <li
          key={place}
          className="max-w-full rounded-full border border-auto-line px-2 text-xs wrap-anywhere text-auto-text"
        >
          {choice}
        </li>
      ))}
    </ul>
  )
}
