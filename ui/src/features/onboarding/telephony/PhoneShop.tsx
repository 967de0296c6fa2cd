import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Field, inputClass } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";
import { StepActions } from "../StepActions";
import { buyNumber, type ForSale, sayStep, searchNumbers } from "./calls";
import { words } from "./messages";

const areaCodeLength = 3;

interface PhoneShopProps {
  isBusy: boolean;
  back: (() => void) | undefined;
  onBought: (number: string, sids: readonly string[]) => Promise<void>;
}

/** Finds numbers of an area, and buys exactly one. */
export function PhoneShop({ isBusy, back, onBought }: PhoneShopProps) {
  const id = useId();
  const [areaCode, setAreaCode] = useState("");
  const [found, setFound] = useState<readonly ForSale[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [work, setWork] = useState<"search" | "buy">();
  const search = async () => {
    setWork("search");
    setChosen(new Set());
    try {
      const numbers = await searchNumbers(areaCode);
      setFound(numbers);
      if (numbers.length === 0) {
        toast.warning(words.noneFound);
      }
    } catch (error) {
      setFound([]);
      sayStep(error, words.fetchFailed);
    }
    setWork(undefined);
  };
  const buy = async () => {
    const [number, another] = chosen;
    if (number === undefined) {
      toast.warning(words.selectOne);
      return;
    }
    if (another !== undefined) {
      toast.warning(words.onlyOne);
      return;
    }
    setWork("buy");
    try {
      const bought = await buyNumber(number);
      toast.success(words.bought(number));
      await onBought(bought.phone_number, [bought.sid]);
    } catch (error) {
      sayStep(error, words.purchaseFailed);
    }
    setWork(undefined);
  };
  const toggle = (number: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(number)) {
        next.add(number);
      }
      return next;
    });
  return (
    <>
      <form
        className="flex max-w-80 items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Field label={words.areaCode} htmlFor={id} className="flex-1">
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={areaCodeLength}
            placeholder={words.areaCodeHint}
            value={areaCode}
            className={inputClass}
            onChange={({ target }) => setAreaCode(target.value)}
          />
        </Field>
        <Button type="submit" disabled={areaCode.length !== areaCodeLength} isBusy={work === "search"}>
          {words.search}
        </Button>
      </form>
      {found.length > 0 ? (
        <fieldset className="min-w-0">
          <legend className="sr-only">{words.choose}</legend>
          <ul className="grid max-h-80 gap-1 overflow-y-auto sm:grid-cols-2">
            {found.map((one) => (
              <li key={one.phone_number}>
                <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded border px-2.5 py-1.5 hover:bg-n3 has-checked:border-accent">
                  <input
                    type="checkbox"
                    checked={chosen.has(one.phone_number)}
                    onChange={() => toggle(one.phone_number)}
                  />
                  <span className="font-medium tabular-nums">{one.friendly_name}</span>
                  <span className="min-w-0 truncate text-meta text-n11">
                    {[one.locality, one.region, one.postal_code].filter(Boolean).join(", ")}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      <StepActions back={back}>
        <Button tone="primary" isBusy={isBusy || work === "buy"} onClick={() => void buy()}>
          {words.buy}
        </Button>
      </StepActions>
    </>
  );
}
