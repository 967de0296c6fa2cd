const notes = [659, 784];
const length = 0.18;

/** Plays two soft notes, so that one hears whether the headset is the one that rings. Rejects where nothing can sound. */
export async function testSound(): Promise<void> {
  const audio = new AudioContext();
  await audio.resume();
  const volume = audio.createGain();
  volume.gain.value = 0.15;
  volume.connect(audio.destination);
  const ended = notes.map((frequency, index) => {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + index * length);
    tone.stop(audio.currentTime + (index + 1) * length);
    return new Promise((done) => {
      tone.onended = done;
    });
  });
  await Promise.all(ended);
  await audio.close();
}
