// A dialog of the browser's own: it holds the focus, gives it back, and closes on Escape.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icons";

const words = { close: "Close" };

export function Dialog({ title, onClose, wide, children }: { title: string; onClose: () => void; wide?: boolean; children: ComponentChildren }): ComponentChildren {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close(); // nothing outside an open dialog takes the focus
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog panel ${wide ? "wide" : ""}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-inside">
        <header class="row spread">
          <h2 id={heading}>{title}</h2>
          <button class="dialog-close" onClick={onClose} aria-label={words.close}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
