import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import Smartphone from 'lucide-react/icons/smartphone'
import { Page } from '#ui/page.tsx'

/** What a browser sees that is not paired, or no longer. */
export function NotPairedPage() {
  return (
    <Page title="Not paired" heading={<h1 className="sr-only">Not paired</h1>}>
      <div className="mx-auto mt-[12svh] max-w-xl">
        <EmptyState
          ornament={<Smartphone />}
          title="This device is not paired with the office"
          text="Ask a manager to add it under Devices. Open the link on this device, or scan its QR code. For the first device, the server prints a link when it starts."
        />
      </div>
    </Page>
  )
}
