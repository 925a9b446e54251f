import { DELETE_ACCOUNT_QUESTION } from '@marquee/contract/accounts/accounts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

interface Props {
  loading: boolean
  onDelete: () => void
}

export function DeleteAccount({ loading, onDelete }: Props) {
  const openDialog = useDialog()

  const confirm = async () => {
    const choice = await openDialog({
      title: 'Delete Account',
      text: DELETE_ACCOUNT_QUESTION,
      actions: [
        { label: 'Delete Account', value: 'delete', variant: 'danger' },
        { label: 'Cancel', value: 'cancel', variant: 'secondary' },
      ],
    })
    if (choice === 'delete') onDelete()
  }

  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-sm text-sm text-ash">
        This removes your personal details. Your bookings stay valid. Keep your booking references.
      </p>
      <Button variant="danger" disabled={loading} onClick={confirm}>
        Delete Account
      </Button>
    </div>
  )
}
